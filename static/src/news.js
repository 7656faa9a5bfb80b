// Hears of changes. The page knows its version; the stream tells the one that is
// due, at once and whenever it changes. Another version means that the page is
// out of date: load it again, or, while the customer is typing, say quietly that
// there is news. Without a connection the page says so, and asks once it is back.
import {all, main, one} from "./dom.js"

const {news, version, ended, page: name} = main.dataset
const first = 5e3, longest = 6e4 // wait before asking again, in ms
let stream, timer, quiet, over, wait = first
let fresh, due // there is news; the page is to be loaded again
let beats // of the stream
// What asks for one event at a time. An end is looked at so: the server says when again.
let once = ended ? "?once=1" : ""

// What the page left that was here before: one that loaded itself again, and how
// often in a row that has led to the same; or a form (typed.js).
export const before = history.state
const tries = before?.page == name && before.version == version ? before.tries + 1 : 0

// The line for news. Without a connection it says that instead, in place of what
// the page says of watching the payment.
const line = one("[data-news-line]")
const usual = [...line.childNodes]
export const {offline} = line.dataset

export const page = {typing: false}

addEventListener("input", event => {
  if (!event.target.closest("[role=search]")) page.typing = true
})

// Not at once after loading, and ever later while the same news leads to the same
// page: two servers that disagree must not make it flicker.
const repeated = reported => (reported == before?.reported ? tries : 0)
export function reload(reported, read) {
  if (!page.typing) return setTimeout(again, ([1500, 5e3, 15e3][repeated(reported)] ?? longest) - performance.now(), reported, read)
  fresh = true
  tell()
}

// tell shows what the line has to say: beside a button that was pressed in vain, below
// the quiet ones, which stay together; behind the form in which somebody types, whose
// button mustn't move away from the finger; or at the page's top.
export function tell(button) {
  const gone = !navigator.onLine
  const after = button ? (button.closest(".again, .foot") ?? button) : page.typing && one("#details,#number")
  after ? after.after(line) : main.prepend(line)
  line.hidden = !gone && !fresh
  for (const watching of all(".wait")) watching.hidden = gone
  line.replaceChildren(...(gone ? [offline] : usual))
}

// The same page again stays where it was; another one, and another outcome, begins
// at its top. While
// the connection is gone the browser would show its own error in place of what
// the customer needs; who has just heard from us isn't gone, whatever the browser
// thinks. The page may come from another server than the news: the cookie tells it
// when what we heard of was read.
function again(reported, read) {
  if (page.typing) return reload() // since it was to be
  // A press is on its way: loading the page would take it back.
  if (document.body.matches(".works")) return setTimeout(again, 1e3, reported, read)
  if (!reported && !navigator.onLine) return (due = true)
  history.scrollRestoration = "manual"
  history.replaceState({page: name, status: main.dataset.status, version, reported, tries: repeated(reported), y: scrollY}, "")
  page.going = true
  if (read) document.cookie = `heard=${read};max-age=60;samesite=lax;path=${location.pathname}`
  location.reload()
}
// Where the customer was who asked by the button: told by the address, which then
// loses it. What the asking has found is said once.
export const place = () => `#${name}-${Math.round(scrollY)}`
const [asked, y] = location.hash.slice(1).split("-")
if (asked == name && y) {
  history.replaceState(null, "", location.pathname + location.search)
  scrollTo(0, y)
  one("[data-action=refresh]")?.focus({preventScroll: true})
  setTimeout(() => (one("[data-busy]").textContent = one("[data-checked]")?.textContent.trim() || ""), 100)
}
if (before) history.replaceState(null, "")
if (before?.page) {
  const changed = before.page != name || before.version != version
  scrollTo(0, before.page == name && before.status == main.dataset.status ? before.y : 0)
  // Until the page is whole the browser may still put it where the other one was.
  addEventListener("load", () => setTimeout(() => (history.scrollRestoration = "auto")))
  // Nobody who listens was told why the page is another one: its heading says it.
  if (changed) {
    const heading = one("h1")
    heading.tabIndex = -1
    heading.focus({preventScroll: true})
  }
}

// A page that stands in line goes on by itself: soon at first, since the server
// holds the answer to that until there is one.
const inLine = news && name == "waiting"
if (inLine) setTimeout(again, tries ? Math.min(2e3 * 1.2 ** (tries - 1), 1e4) : 300)

// A stream that says nothing is dead, or something on the way holds it back. One
// that had no more than its beginning isn't tried again. One event at a time comes
// every two minutes at least.
function expect(patience) {
  clearTimeout(quiet)
  if (ended) return
  quiet = setTimeout(() => {
    if (beats < 2) once = "?once=1"
    connect()
  }, once ? 15e4 : patience)
}

function connect() {
  if (!news || inLine || over) return
  clearTimeout(timer)
  stream?.close()
  stream = new EventSource(news + once)
  beats = 0
  expect(8e3)
  stream.onmessage = event => {
    wait = first
    if (event.data != version) reload(event.data, event.lastEventId.split("-")[1])
  }
  // Each says when the next one comes at the latest.
  stream.addEventListener("beat", event => {
    wait = first
    beats++
    expect(2.5 * event.data)
  })
  // The browser itself reconnects after a lost connection, within 5 s where the
  // stream was held. It gives up after an answer that is no stream: 204 means that
  // there is nothing more to come, which the page itself tells best; anything else
  // that the server is busy, or that something on the way refused it this time.
  stream.onerror = () => {
    if (stream.readyState < 2) return expect(13e3)
    clearTimeout(quiet)
    later()
  }
}

// Not all who wait at the same moment.
const later = () => (timer = setTimeout(probe, wait * (0.8 + Math.random() / 2)))

async function probe() {
  wait = Math.min(wait * 2, longest)
  try {
    const {status, headers} = await fetch(news + "?once=1")
    over = status == 204
    if (status == 200) return connect()
    if (status == 204) return ended || reload()
    wait = Math.min(Math.max(wait, headers.get("Retry-After") * 1e3 || 0), longest)
  } catch {}
  if (!over) later()
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
