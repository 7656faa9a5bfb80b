// Makes pages pleasanter where something is chosen; nothing here is needed to pay.
// Each part looks for its own hooks and does nothing where they are missing.
import {one} from "./dom.js"
import "./filter.js"
import "./submit.js"
import "./back.js"
import "./summary.js"

// The button names what is chosen.
const on = one("[data-with]")
if (on) {
  const name = () => {
    const chosen = one("[data-name]:checked")
    if (chosen) on.textContent = on.dataset.with.replace("{n}", chosen.dataset.name)
  }
  name()
  addEventListener("change", name)
}
