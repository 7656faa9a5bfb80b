// What was typed survives a reload, a press whose line was gone, and a phone that
// drops the tab while its customer looks something up: Chromium doesn't put it
// back. It is kept with this one entry of the tab's history, which no other page
// can read and which goes with the tab; another page at this entry forgets it.
import {main, one} from "./dom.js"
import {unfold} from "./fold.js"
import {mend} from "./mended.js"
import {before, page, reload} from "./news.js"

const form = one("#details,#number")
if (form) {
  const step = form.id + main.dataset.method
  const keep = () => history.replaceState({step, typed: [...new FormData(form)].filter(([name]) => name != "seen")}, "")
  const put = state => {
    if (!state || state.step != step) return
    for (const [name, value] of state.typed) {
      const field = form.elements[name]
      if (!field) continue
      const one = field[0] || field
      if (field.value != value) mend(one)
      field.value = value
      if (value) unfold(one)
    }
    page.typing = true
    keep()
  }
  put(before)
  // WebKit empties such fields of a page that it kept while another was shown.
  addEventListener("pageshow", event => event.persisted && setTimeout(put, 0, history.state))
  let timer
  addEventListener("input", () => {
    clearTimeout(timer)
    timer = setTimeout(keep, 200)
    // The page is being loaded again: what is typed from now on would be lost.
    if (!page.going) return
    stop()
    page.going = false
    reload()
  })
  addEventListener("submit", keep)
}
