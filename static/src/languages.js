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

  // A long list is searched by each language's own name, its name in the page's
  // language, and its tag.
  const box = langs.querySelector("[data-find-language]")
  if (box) {
    const plain = text => text.normalize("NFKD").replace(/\p{Mn}/gu, "").toLowerCase()
    const names = new Intl.DisplayNames([document.documentElement.lang, "en"], {type: "language"})
    const rows = [...langs.querySelectorAll("[hreflang]")]
      .map(row => [row, plain(row.textContent + " " + names.of(row.lang) + " " + row.lang)])
    box.hidden = false
    box.addEventListener("input", () => {
      for (const [row, text] of rows) row.hidden = !text.includes(plain(box.value.trim()))
    })
  }
}
