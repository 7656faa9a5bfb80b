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
