// Hears of changes. The page knows its version; the stream tells the newest
// one. Another version means that the page is out of date: load it again, or,
// while the customer is typing, say quietly that there is news. Without a
// connection the page says so, and asks once it is back.
import {all, main, one} from "./dom.js"

const {news, version} = main.dataset
const first = 5e3, longest = 6e4 // wait before asking again, in ms
let stream, timer, over, wait = first
let fresh, due // there is news; the page is to be loaded again

// The line for news. Without a connection it says that instead, in place of what
// the page says of watching the payment.
const line = one("[data-news-line]")
const said = [...line.childNodes]

export const page = {typing: false}

addEventListener("input", event => {
  if (!event.target.closest("[role=search]")) page.typing = true
})

// Not at once after loading: two servers that disagree for a moment must not
// make the page flicker.
export function reload(heard) {
  if (!page.typing) return setTimeout(again, 1500 - performance.now(), heard)
  fresh = true
  tell()
}

// tell shows what the line has to say, at the page's end or beside a button that
// was pressed in vain.
export function tell(button) {
  const gone = !navigator.onLine
  button ? button.after(line) : main.append(line)
  line.hidden = !gone && !fresh
  for (const watching of all(".wait")) watching.hidden = gone
  line.replaceChildren(...(gone ? [line.dataset.offline] : said))
}

// The same page again stays where it was; another one begins at its top. While
// the connection is gone the browser would show its own error in place of what
// the customer needs; who has just heard from us isn't gone, whatever the browser
// thinks.
function again(heard) {
  if (!heard && !navigator.onLine) return (due = true)
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
    if (event.data != version) reload(true)
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
addEventListener("online", () => {
  tell()
  due ? again() : connect()
})
addEventListener("offline", () => tell())
// Back to a page that the browser kept: it may show what is no longer true.
addEventListener("pageshow", event => {
  if (!event.persisted) return
  tell()
  page.typing ? connect() : reload()
})
addEventListener("pagehide", () => stream?.close())

connect()
if (!navigator.onLine) tell()
