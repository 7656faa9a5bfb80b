// Narrows a long list while typing, to the rows that have every word, in name
// or code, or else words with a few other letters, as the server's search does
// (internal/search/search.go). The list that the server has narrowed
// already is left to the server: what is missing there can't be found here. A method
// is found by its operators, too, or stays if they are too many to be in the page.
// Languages are found by their own name, their name in the page's language, and
// their tag.
import {all, one} from "./dom.js"

const box = one("[role=search] input")
if (box && !box.value) {
  box.closest("[hidden]")?.removeAttribute("hidden")
  const plain = text => text.normalize("NFKD").replace(/\p{Mn}/gu, "").toLowerCase().replace(/đ/g, "d")
  // Older browsers know no names of languages.
  const names = Intl.DisplayNames && new Intl.DisplayNames([document.documentElement.lang, "en"], {type: "language"})
  const also = ({lang, value}) => (lang ? (names ? names.of(lang) + " " : "") + lang : value)
  const rows = all("[data-list]>li").map(row => [row, plain([row.textContent, row.dataset.also, also(one("[lang],[value]", row))].join(" "))])
  const none = one("[data-none]")
  const many = all(".many")
  // The least number of letters that are wrong, if the text is to contain the word.
  const wrong = (word, text) => {
    let least = word.length
    let row = [...word].map((_, i) => i + 1)
    for (const letter of text) {
      let diagonal = 0
      let last = 0
      row = row.map((up, i) => {
        last = Math.min(diagonal + (word[i] != letter), up + 1, last + 1)
        diagonal = up
        return last
      })
      least = Math.min(least, last)
    }
    return least
  }
  box.addEventListener("input", () => {
    const words = plain(box.value).trim().split(/\s+/)
    const show = slack => {
      let found = 0
      for (const [row, text] of rows) {
        row.hidden = row.dataset.also != "*" && !words.every(word => text.includes(word) || text.replace(/ /g, "").includes(word) || (slack && wrong(word, text) <= word.length >> 2))
        found += !row.hidden
      }
      return found
    }
    none.hidden = show() || show(true)
    for (const list of many) list.classList.toggle("many", !words[0]) // hits take the line
    for (const fold of all(".rest")) fold.open = true
    for (const group of all("[data-group]")) group.hidden = !one("li:not([hidden])", group)
  })
}
