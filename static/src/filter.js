// Narrows a long list while typing, to the rows that have every word, in name
// or code, as the server's search does (handlers/operator_search.go). The list
// that the server has narrowed already is left to the server: what is missing
// there can't be found here. Languages are found by their own name, their name in
// the page's language, and their tag.
import {all, one} from "./dom.js"

const box = one("[role=search] input")
if (box && !box.value) {
  box.closest("[hidden]")?.removeAttribute("hidden")
  const plain = text => text.normalize("NFKD").replace(/\p{Mn}/gu, "").toLowerCase().replaceAll("đ", "d")
  const names = new Intl.DisplayNames([document.documentElement.lang, "en"], {type: "language"})
  const also = ({lang, value}) => (lang ? names.of(lang) + " " + lang : value)
  const rows = all("[data-list]>li").map(row => [row, plain(row.textContent + " " + also(row.firstElementChild))])
  const none = one("[data-none]")
  box.addEventListener("input", () => {
    const words = plain(box.value).trim().split(/\s+/)
    let found = 0
    for (const [row, text] of rows) {
      row.hidden = !words.every(word => text.includes(word))
      found += !row.hidden
    }
    for (const group of all("[data-group]")) group.hidden = !one("li:not([hidden])", group)
    none.hidden = found > 0
  })
}
