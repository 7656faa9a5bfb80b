// Keeps what is left right: hours beside the days that the server counts, minutes from
// two hours on, seconds in the last two minutes; and asks the server once a day is over,
// and at zero. What is left comes from the server; the
// phone's clock, which may be wrong, has no say. Counting starts when the answer
// came in. What counts may stand still while the phone sleeps: then its clock has
// gone ahead, and the server is asked.
import {one} from "./dom.js"
import {reload} from "./news.js"

const time = one("[data-left]")
if (time) {
  const left = +time.dataset.left
  const [{responseStart: start = 0} = {}] = performance.getEntriesByType("navigation")
  const line = one("[data-near]")
  const ahead = () => Date.now() - performance.now()
  const awake = ahead()
  let timer
  const tick = () => {
    clearTimeout(timer)
    const now = left - (performance.now() - start)
    const minutes = Math.ceil(now / 6e4)
    if (now <= 0 || ahead() - awake > 5e3) return reload()
    const seconds = Math.ceil(now / 1e3)
    const close = seconds < 120
    if (line) {
      const {far, days, near, nearer} = line.dataset
      const [text, n] = close ? [nearer, seconds] : minutes > 120 ? [far, Math.round(now / 36e5) - 24 * (days || 0)] : [near, minutes]
      if (n < 0) return reload()
      line.textContent = text.replace("{n}", n)
      line.className = minutes > 10 ? "" : "near"
    }
    // To the next full minute or second, and never in one long sleep.
    timer = setTimeout(tick, close ? now - (seconds - 1) * 1e3 + 20 : Math.min(now - (minutes - 1) * 6e4 + 50, 6e4))
  }
  if (left > 0) {
    tick()
    document.addEventListener("visibilitychange", tick)
  }
}
