// What the page says of news, and how it loads itself again: another version than
// its own means that it is out of date (watch.js). While the customer is typing it
// says quietly that there is news. Without a connection it says so, and loads itself
// once it is back.
import {all, main, one} from "./dom.js"

export const {news, version, ended, page: name} = main.dataset
let fresh, due // there is news; the page is to be loaded again

// What the page left that was here before: one that loaded itself again, and how
// often in a row that has led to the same; or a form (typed.js).
export const before = history.state || {}
export const tries = before.page == name && before.version == version ? before.tries + 1 : 0

// The line for news. Without a connection, or while nobody tells of the payment, it
// says that instead, in place of what the page says of watching the payment.
const line = one("[data-news-line]")
const usual = [...line.childNodes]
export const {offline, unwatched} = line.dataset

// deaf: nobody answers who watches. wait is how long that waits before it asks again.
export const page = {typing: false, deaf: false, wait: 0}

addEventListener("input", event => {
  if (!event.target.closest("[role=search]")) page.typing = true
})

// Not at once after loading, and ever later while the same news leads to the same
// page: two servers that disagree must not make it flicker.
const repeated = reported => (reported == before.reported ? tries : 0)
export function reload(reported, read) {
  if (!page.typing) return setTimeout(again, ([1500, 5e3, 15e3][repeated(reported)] || 6e4) - performance.now(), reported, read)
  fresh = true
  tell()
}

// tell shows what the line has to say: beside a button that was pressed in vain, below
// the quiet ones, which stay together; behind the form in which somebody types, whose
// button mustn't move away from the finger; or at the page's top.
export function tell(button) {
  const gone = !navigator.onLine
  const after = button ? button.closest(".again, .foot") || button : page.typing && one("#details,#number")
  after ? after.after(line) : main.prepend(line)
  line.hidden = !gone && !fresh && !page.deaf
  for (const watching of all(".wait")) watching.hidden = gone || page.deaf
  line.textContent = gone ? offline : fresh ? "" : unwatched
  if (!gone) line.append(...(fresh ? usual : usual.slice(1)))
}

// reached is the status that a short question is answered by, or nothing.
export const reached = () => fetch("", {method: "HEAD"}).then(answer => answer.status, () => {})

// The same page again stays where it was; another one, and another outcome, begins
// at its top. While
// the connection is gone the browser would show its own error in place of what
// the customer needs; who has heard from us and still hears isn't gone, whatever the
// browser thinks. The page may come from another server than the news: the cookie
// tells it when what we heard of was read.
export async function again(reported, read) {
  if (page.typing) return reload() // since it was to be
  // A press is on its way: loading the page would take it back.
  if (document.body.matches(".works")) return setTimeout(again, 1e3, reported, read)
  if (!navigator.onLine && !(reported && (await reached()))) return (due = true)
  history.scrollRestoration = "manual"
  history.replaceState({page: name, status: main.dataset.status, version, reported, tries: repeated(reported), wait: page.wait, y: scrollY}, "")
  page.going = true
  if (read) document.cookie = `announced=${read};max-age=60;samesite=lax;path=${location.pathname}`
  location.reload()
}
// Where the customer was who asked by the button: told by the address, which then
// loses it. What the asking has found is said once.
export const place = () => `#${name}-${Math.round(scrollY)}`
const [asked, y] = location.hash.slice(1).split("-")
if (asked == name && y) {
  history.replaceState(null, "", location.pathname + location.search)
  scrollTo(0, y)
  for (const button of all("[data-action=refresh]")) button.focus({preventScroll: true})
  setTimeout(() => (one("[data-busy]").textContent = all("[data-checked]").map(found => found.textContent).join()), 100)
}
history.replaceState(null, "")
if (before.page) {
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
addEventListener("online", () => {
  tell()
  if (due) again()
})
// The page that is on its way would be the browser's error.
addEventListener("offline", () => {
  if (page.going) {
    stop()
    page.going = false
    due = true
  }
  tell()
})
// Back to a page that the browser kept: it may show what is no longer true.
addEventListener("pageshow", event => {
  if (!event.persisted) return
  tell()
  page.typing || reload()
})
if (!navigator.onLine) tell()
