// Watches the payment: a stream tells the version of what is due, at once and whenever
// it changes. No answer ends that but our own 410, which is an event stream by its
// type, as no firewall's is. Whatever else comes, or doesn't, is asked for again, ever
// more slowly, and at once when the customer is back. While nobody tells, the page
// says so. It is read by fetch, since an EventSource hides what was answered.
import {again, before, ended, name, news, page, reached, reload, tell, tries, unwatched, version} from "./news.js"

const first = 5e3, longest = 6e4 // wait before asking again, in ms
let line, timer, quiet, over
let beats, pause // of the stream, none before anything came; when to ask again after it
let vain = 0 // questions in a row
// How many more events are asked for one at a time: all of an end, which is looked at
// now and then; or some, where something on the way seems to hold streams back. A line
// that was lost looks the same, so then the stream is tried again.
let singles = ended && 1 / 0
page.wait = before.page == name && before.wait || first

function stop() {
  clearTimeout(timer)
  clearTimeout(quiet)
  if (line) line.abort()
  line = null
}

// A stream that says nothing is dead, or something on the way holds it back.
function expect(patience) {
  clearTimeout(quiet)
  quiet = setTimeout(() => {
    if (!(beats > 1)) singles ||= 8
    inVain()
  }, patience)
}

async function ask() {
  if (!news || inLine || over) return
  stop()
  const mine = (line = new AbortController())
  let after, rest = ""
  beats = pause = null
  expect(singles ? longest : 8e3)
  try {
    const {status, headers, body} = await fetch(news + (singles && singles-- ? "?once=1" : ""), mine)
    after = headers.get("Retry-After")
    if (/^text\/event-stream/.test(headers.get("Content-Type"))) {
      over = status == 410
      if (over) return stop(), ended || reload()
      const reader = body.getReader()
      for (let part; status == 200 && !(part = await reader.read()).done; ) {
        const events = (rest + new TextDecoder().decode(part.value)).split("\n\n")
        rest = events.pop()
        events.forEach(hear)
      }
    }
  } catch {}
  if (mine != line) return
  if (!pause) return inVain(after)
  stop()
  timer = setTimeout(ask, pause)
}

function hear(text) {
  const {retry, event, data, id = ""} = Object.fromEntries(text.split("\n").map(field => field.split(": ")))
  pause = retry || pause
  page.wait = first
  told(vain = 0)
  if (event) {
    beats++
    expect(2.5 * data) // it says when the next one comes at the latest
  } else if (data && data != version) reload(data, id.split("-")[1])
}

// A server that starts anew is back within seconds, and that is no news.
function told(vain) {
  if (!unwatched || page.deaf == vain > 1) return
  page.deaf = !page.deaf
  tell()
}

function inVain(after) {
  stop()
  // Not all who wait at the same moment.
  timer = setTimeout(ask, Math.max(page.wait * (0.8 + Math.random() / 2), Math.min(after * 1e3 || 0, longest)))
  page.wait = Math.min(page.wait * 2, longest)
  told(++vain)
  if (vain % 3 == 0 && !ended) anew()
}

// The page itself may get through, or be what somebody on the way wants to be asked
// for. Where it has what one pays by, it isn't risked for that: its line has a link.
async function anew() {
  if ((await reached()) < (name == "instructions" ? 400 : 500) && !page.typing) reload()
}

// A page that stands in line goes on by itself: soon at first, since the server
// holds the answer to that until there is one.
const inLine = news && name == "waiting"
if (inLine) setTimeout(again, tries ? Math.min(2e3 * 1.2 ** (tries - 1), 1e4) : 300)

// A phone that slept, or a line that was gone, may have a dead stream.
function back() {
  page.wait = first
  ask()
}
document.addEventListener("visibilitychange", () => document.hidden || back())
addEventListener("online", back)
addEventListener("pageshow", event => event.persisted && back())
addEventListener("pagehide", stop)

ask()
