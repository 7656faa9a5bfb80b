// A second press of Pay does nothing while the first is on its way, and the page
// says at once that it works. Buttons are not disabled: the pressed one's value
// would be lost, and after Back they would stay dead. Without a connection a press
// is held, since the browser's error would take the page's place; the next one goes
// through, since the browser may be wrong about the connection.
import {all, one} from "./dom.js"
import {offline, page, place, tell} from "./news.js"

let free, held, long, last
// Older browsers don't tell which button sends a form: it was clicked, by Enter too.
addEventListener("click", event => (last = event.target.closest("button")))
addEventListener("submit", event => {
  const {target: form} = event
  const submitter = last && last.form == form && last
  // Enter in a field presses an unseen button: what there is to say is said beside
  // the one that it stands for.
  const pressed = submitter && submitter.tabIndex < 0 ? one(".go", form) : submitter
  if (!navigator.onLine && offline && held != form) {
    held = form
    tell(pressed)
    return event.preventDefault()
  }
  if (form.method != "post") return
  if (form.matches("[aria-busy]")) return event.preventDefault()
  page.typing = false
  busy(form, pressed)
  // Asking again leaves the customer where they are: the answer's page is told by
  // the fragment, which a redirect keeps.
  if (pressed && pressed.dataset.action == "refresh") form.action = form.action.split("#")[0] + place()
})

const line = one("[data-busy]")
export function busy(part, pressed) {
  part.setAttribute("aria-busy", true)
  if (pressed) pressed.classList.add("busy")
  document.body.classList.add("works")
  clearTimeout(free)
  clearTimeout(long)
  free = setTimeout(release, 3e4) // the line may be bad: let them try again
  line.textContent = pressed && pressed.dataset.action == "pay" ? line.dataset.pay : line.dataset.busy
  long = setTimeout(() => {
    if (pressed) pressed.after(line)
    line.className = "note"
    line.textContent = line.dataset.long
  }, 4e3)
}
export function release() {
  clearTimeout(long)
  for (const part of all("[aria-busy]")) part.removeAttribute("aria-busy")
  for (const part of all(".busy")) part.classList.remove("busy")
  document.body.classList.remove("works")
  line.className = "vh"
  line.textContent = ""
}
addEventListener("pageshow", release)
addEventListener("online", () => (held = null))
