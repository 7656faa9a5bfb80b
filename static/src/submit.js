// A second press of Pay does nothing while the first is on its way. Buttons
// are not disabled: the pressed one's value would be lost, and after Back they
// would stay dead. Without a connection a press is held, since the browser's
// error would take the page's place; the next one goes through, since the
// browser may be wrong about the connection.
import {all} from "./dom.js"
import {page, tell} from "./news.js"

let free, held
addEventListener("submit", event => {
  const form = event.target
  if (!navigator.onLine && held != form) {
    held = form
    tell(event.submitter)
    return event.preventDefault()
  }
  if (form.method != "post") return
  if (form.ariaBusy) return event.preventDefault()
  form.ariaBusy = "true"
  page.typing = false
  clearTimeout(free)
  free = setTimeout(release, 1e4) // the line may be bad: let them try again
})
const release = () => all("form").forEach(form => (form.ariaBusy = null))
addEventListener("pageshow", release)
addEventListener("online", () => (held = null))
