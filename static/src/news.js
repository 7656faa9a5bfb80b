// Hears of changes. The page knows its version; the stream tells the newest
// one. Another version means that the page is out of date: load it again, or,
// while the customer is typing, say quietly that there is news.
import {main, one} from "./dom.js"

const {news, version} = main.dataset
const first = 5e3, longest = 6e4 // wait before asking again, in ms
let stream, timer, over, wait = first

export const page = {typing: false}

addEventListener("input", event => {
  if (!event.target.closest("[role=search]")) page.typing = true
})

// Not at once after loading: two servers that disagree for a moment must not
// make the page flicker.
export function reload() {
  if (!page.typing) return setTimeout(again, 1500 - performance.now())
  const line = one("[data-news-line]")
  if (line) line.hidden = false
}

// The same page again stays where it was; another one begins at its top.
function again() {
  history.scrollRestoration = "manual"
  history.replaceState({page: main.dataset.page, y: scrollY}, "")
  location.reload()
}
if (history.state?.page) {
  if (history.state.page == main.dataset.page) scrollTo(0, history.state.y)
  history.replaceState(null, "")
  history.scrollRestoration = "auto"
}

function connect() {
  if (!news || over) return
  clearTimeout(timer)
  stream?.close()
  stream = new EventSource(news)
  stream.onmessage = event => {
    wait = first
    if (event.data != version) reload()
  }
  // The browser itself reconnects after a lost connection. It gives up after
  // an answer that is no stream: 204 means that there is nothing more to come,
  // which the page itself tells best; anything else that the server is busy.
  stream.onerror = () => {
    if (stream.readyState == 2) timer = setTimeout(probe, wait)
  }
}

async function probe() {
  const abort = new AbortController()
  try {
    const {status} = await fetch(news, {signal: abort.signal})
    over = status == 204 || (status >= 400 && status < 500 && status != 429)
    abort.abort()
    if (status == 200) return connect()
    if (status == 204) return reload()
  } catch {}
  wait = Math.min(wait * 2, longest)
  if (!over) timer = setTimeout(probe, wait)
}

// A phone that slept, or a line that was gone, may have a dead stream.
addEventListener("visibilitychange", () => {
  if (!document.hidden) connect()
})
addEventListener("online", connect)
// Back to a page that the browser kept: it may show what is no longer true.
addEventListener("pageshow", event => {
  if (event.persisted) (page.typing ? connect : reload)()
})
addEventListener("pagehide", () => stream?.close())

connect()
