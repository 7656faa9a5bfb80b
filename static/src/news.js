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
  if (!page.typing) return setTimeout(() => location.reload(), 1500 - performance.now())
  const line = one("[data-news-line]")
  if (line) line.hidden = false
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
  // anything else that the server is busy.
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
