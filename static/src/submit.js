// A second press of Pay does nothing while the first is on its way, and the page
// says at once that it works. Buttons are not disabled: the pressed one's value
// would be lost, and after Back they would stay dead. Without a connection a press
// is held, since the browser's error would take the page's place; the next one goes
// through, since the browser may be wrong about the connection.
import {all, one} from "./dom.js"
import {page, place, tell} from "./news.js"

let free, held, long
addEventListener("submit", event => {
  const {target: form, submitter} = event
  if (!navigator.onLine && held != form) {
    held = form
    tell(submitter)
    return event.preventDefault()
  }
  if (form.method != "post") return
  if (form.ariaBusy) return event.preventDefault()
  page.typing = false
  busy(form, submitter)
  free = setTimeout(release, 3e4) // the line may be bad: let them try again
  // Asking again leaves the customer where they are: the answer's page is told by
  // the fragment, which a redirect keeps.
  if (submitter?.dataset.action == "refresh") form.action = form.action.split("#")[0] + place()
})

// The address of another site takes as long to answer as it likes.
addEventListener("click", event => {
  const way = event.target.closest?.("a.go[data-action=proceed]")
  if (way) busy(way, way)
})

const line = one("[data-busy]")
function busy(part, pressed) {
  part.ariaBusy = "true"
  pressed?.classList.add("busy")
  document.body.classList.add("works")
  clearTimeout(free)
  clearTimeout(long)
  line.textContent = pressed?.dataset.action == "pay" ? line.dataset.pay : line.dataset.busy
  long = setTimeout(() => {
    pressed?.after(line)
    line.className = "note"
    line.textContent = line.dataset.long
  }, 4e3)
}
function release() {
  clearTimeout(long)
  for (const part of all("[aria-busy]")) part.ariaBusy = null
  for (const part of all(".busy")) part.classList.remove("busy")
  document.body.classList.remove("works")
  line.textContent = ""
  line.className = "vh"
}
addEventListener("pageshow", release)
addEventListener("online", () => (held = null))
