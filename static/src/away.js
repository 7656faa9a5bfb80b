// Leads away: to a bank's page, which takes as long to answer as it likes, or to an
// app or another tab, which leaves this page where it is.
import {main, one} from "./dom.js"
import {reload} from "./news.js"
import {busy, release} from "./submit.js"

const proceed = "a.go[data-action=proceed]"
addEventListener("click", event => {
  const way = event.target.closest?.(proceed)
  if (way && !event.ctrlKey && !event.metaKey && !event.shiftKey) busy(way, way)
})
// Who comes back may have paid there: a page that hears of nothing asks.
document.addEventListener("visibilitychange", () => {
  if (document.hidden || !one(proceed + "[aria-busy]")) return
  release()
  if (!main.dataset.news) reload()
})
