// A fault is about what was sent: once its field is changed it is told no more. With the
// last one the button has its usual words again, and the title tells of no error.
import {all, one} from "./dom.js"

export function mend(field) {
  const box = field.closest("fieldset[id],div")
  for (const part of [field, box]) part.removeAttribute("aria-invalid")
  for (const told of [...all(".fault,.doubt", box), ...all("[data-summary]")]) told.remove()
  if (one(".fault,.doubt")) return
  document.title = one("h1").textContent
  for (const go of all("[data-usual]")) {
    go.textContent = go.dataset.usual
    go.className = "go"
  }
}
addEventListener("input", event => mend(event.target))
