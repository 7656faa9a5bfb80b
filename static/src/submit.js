// A second press of Pay does nothing while the first is on its way. Buttons
// are not disabled: the pressed one's value would be lost, and after Back they
// would stay dead.
import {all} from "./dom.js"
import {page} from "./news.js"

let free
addEventListener("submit", event => {
  const form = event.target
  if (form.method != "post") return
  if (form.ariaBusy) return event.preventDefault()
  form.ariaBusy = "true"
  page.typing = false
  clearTimeout(free)
  free = setTimeout(release, 1e4) // the line may be bad: let them try again
})
const release = () => all("form").forEach(form => (form.ariaBusy = null))
addEventListener("pageshow", release)
