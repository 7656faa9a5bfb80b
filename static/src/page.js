// Makes a page pleasanter; nothing here is needed to pay. Each part looks for
// its own hooks and does nothing where they are missing.
import "./news.js"
import "./deadline.js"
import "./copy.js"
import "./filter.js"
import "./submit.js"
import "./leave.js"

// All sections are open without script; with it the first one is enough.
document.querySelectorAll("[data-fold]").forEach(section => (section.open = false))

// The list of languages closes when it is left, and by Escape.
const langs = document.querySelector("details.langs")
if (langs) {
  addEventListener("keydown", event => {
    if (event.key != "Escape" || !langs.open) return
    langs.open = false
    langs.querySelector("summary").focus()
  })
  addEventListener("click", event => langs.contains(event.target) || (langs.open = false))
  langs.addEventListener("focusout", event => {
    if (event.relatedTarget && !langs.contains(event.relatedTarget)) langs.open = false
  })
}

// A form that came back with faults: say so, and begin there.
document.querySelector("[data-summary]")?.focus()
