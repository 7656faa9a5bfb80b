// Leads away: to a bank's page, which takes as long to answer as it likes, or to an
// app or another tab, which leaves this page where it is.
import {click} from "./dom.js"
import {news, reload} from "./news.js"
import {busy, release} from "./submit.js"

// Where nothing else is known, on is back to where somebody came from.
if (history.length > 1) click("step-back", () => history.back())

let left
addEventListener("click", event => {
  const way = event.target.closest("a.go[data-action=proceed]")
  if (!way || event.ctrlKey || event.metaKey || event.shiftKey) return
  left = true
  // An app opens at once or never: nothing waits for it.
  if (/^http/.test(way.protocol)) busy(way, way)
})
// Who comes back may have paid there: a page that hears of nothing asks.
document.addEventListener("visibilitychange", () => {
  if (document.hidden || !left) return
  left = false
  release()
  if (!news) reload()
})
