// What was typed survives a reload, and a phone that drops the tab while its
// customer looks something up: Chromium doesn't put it back after a reload.
// It is kept with this one entry of the tab's history, which no other page can
// read and which goes with the tab, and forgotten when the form is sent: then the
// server has it.
import {main, one} from "./dom.js"
import {page} from "./news.js"

const form = one("#details,#number")
if (form) {
  const step = form.id + main.dataset.method
  const {state} = history
  if (state?.step == step) {
    for (const [name, value] of state.typed) {
      const field = form.elements[name]
      if (!field) continue
      field.value = value
      const fold = value && (field[0] ?? field).closest(".more")
      if (fold) fold.open = true
    }
    page.typing = true
  }
  let timer
  addEventListener("input", () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      history.replaceState({step, typed: [...new FormData(form)].filter(([name]) => name != "seen")}, "")
    }, 200)
  })
  addEventListener("submit", event => {
    if (event.defaultPrevented) return
    clearTimeout(timer)
    history.replaceState(null, "")
  })
}
