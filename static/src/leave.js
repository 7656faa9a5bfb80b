// Leads on to the bank after a while to read. A clock that nobody can stop is for
// nobody (WCAG 2.2.1), so whoever presses anything goes on by the button.
import {one} from "./dom.js"

const on = one("[data-after]")
if (on) {
  const timer = setTimeout(() => on.click(), on.dataset.after * 1e3)
  for (const act of ["pointerdown", "keydown"]) addEventListener(act, () => clearTimeout(timer))
}
