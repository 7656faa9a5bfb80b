// What is wrong with what a page of payapp shows: people read its words, programs its
// hooks, and both must say the same. Both kits run this file in the page, Go's and that
// for Playwright, whose copy a test compares. `known` is shown.json: the headings of each
// status and the currencies' signs. Without a document it judges texts alone, for tests.
(known, texts) => {
  const bare = text => text.replace(/\p{Cf}/gu, "")

  // A decimal digit of any script as 0 to 9: each script has its ten in a row.
  const digit = mark => {
    let zero = mark.codePointAt(0)
    for (let n = 0; n < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1)); n++) zero--
    return String(mark.codePointAt(0) - zero)
  }
  const latin = text => bare(text).replace(/\p{Nd}/gu, mark => mark > "9" ? digit(mark) : mark)

  // Whether a text writes the amount, in any language's digits and grouping. Without
  // decimals it may leave them away; what is grouped isn't taken for decimals: ฿9,900
  // isn't 99.00.
  const writes = (text, amount) => {
    const groups = latin(text).match(/\d+/g) ?? []
    if (groups.length == 0) return false
    const whole = amount.split(".")[0].replace(/^0+/, ""), decimals = (amount.split(".")[1] ?? "").replace(/0+$/, "")
    const is = (groups, fraction) => groups.join("").replace(/^0+/, "") == whole && fraction.replace(/0+$/, "") == decimals
    return is(groups, "") || groups.length > 1 && is(groups.slice(0, -1), groups.at(-1))
  }

  // Whether it names the currency, by its sign or its code. A sign may be a part of
  // another's: NT$ is no $. Of another currency than the table's only a sign or code of
  // the table is known to be wrong.
  const literally = sign => bare(sign).replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
  const apart = sign => new RegExp(`${/^\p{L}/u.test(sign) ? "(?<!\\p{L})" : ""}${literally(sign)}${/\p{L}$/u.test(sign) ? "(?!\\p{L})" : ""}`, "u") // R isn't in EUR
  const all = Object.entries(known.signs).flatMap(([code, signs]) => [code, ...signs].map(sign => ({code, sign: bare(sign)})))
  const names = (text, code) => {
    const there = all.filter(({sign}) => apart(sign).test(bare(text)))
    const whole = there.filter(({sign}) => !there.some(other => other.sign != sign && other.sign.includes(sign)))
    return bare(text).includes(code) || (code in known.signs ? whole.some(found => found.code == code) : whole.length == 0)
  }

  // How a text differs from its hooks, "" if it doesn't.
  const differs = (text, amount, code) => {
    const shown = JSON.stringify(text.trim())
    if (!writes(text, amount)) return `the page shows the amount ${shown}, and its hook says ${amount}`
    if (code && !names(text, code)) return `the page shows the amount ${shown}, and its hook says ${code}`
    return ""
  }
  if (texts) return texts.map(([text, amount, code]) => differs(text, amount, code))

  const faults = [], seen = e => e.checkVisibility(), text = e => e.innerText
  const add = fault => { if (fault && !faults.includes(fault)) faults.push(fault) }
  const amounts = "[data-amount], [data-row=amount] dd:not(.act), [data-row=money] dd:not(.act), [data-row=vat] dd:not(.act)"
  for (const e of [...document.querySelectorAll(amounts)].filter(seen)) {
    add(differs(text(e), e.dataset.amount ?? e.parentElement.dataset.value, e.dataset.currency))
  }

  // Where money goes, and what finds it there.
  const payee = ["payeeName", "accountName", "accountNumber", "bankName", "bankCode", "reference", "paymentAddress.name", "paymentAddress.idAddress"]
  const letters = text => text.normalize("NFKC").replace(/[^\p{L}\p{M}\p{N}]/gu, "").toLowerCase()
  for (const e of [...document.querySelectorAll("[data-row]")].filter(seen)) {
    if (payee.includes(e.dataset.row) && !letters(text(e)).includes(letters(e.dataset.value))) {
      add(`the page shows ${JSON.stringify(text(e).trim())}, and the hook of the row ${e.dataset.row} says ${JSON.stringify(e.dataset.value)}`)
    }
  }

  const main = document.querySelector("main[data-page]"), heading = main?.querySelector("h1")
  const page = main?.dataset.page, status = main?.dataset.status
  if (heading && page == "status") {
    const plain = text => bare(text).replace(/\s+/g, " ").trim()
    const is = words => {
      const parts = plain(words).split("{}")
      return parts.length == 1 ? plain(text(heading)) == parts[0] : plain(text(heading)).startsWith(parts[0]) && plain(text(heading)).endsWith(parts[1])
    }
    const lists = known.headings[document.documentElement.lang] ?? {}
    const says = Object.keys(lists).filter(status => lists[status].some(is))
    if (says.length > 0 && !says.includes(status)) {
      add(`the page says ${JSON.stringify(plain(text(heading)))}, which is ${says.join(" or ")}, and its hook says ${status}`)
    }
  }

  // Headings and the tab's title have amounts, too, beside the currency that the page's
  // hooks have.
  const codes = new Set([...document.querySelectorAll("main [data-currency], header [data-currency], [data-currency]")].map(e => e.dataset.currency))
  const there = [...document.querySelectorAll("[data-amount]")].map(e => e.dataset.amount)
    .concat([...document.querySelectorAll("[data-row=amount], [data-row=money], [data-row=vat]")].map(e => e.dataset.value))
  for (const [where, words] of [["heading", heading && seen(heading) ? text(heading) : ""], ["title", page ? document.title : ""]]) {
    for (const code of codes) {
      const signs = [code, ...(known.signs[code] ?? [])].map(literally).join("|")
      const number = "\\d+(?:[.,'’٬٫\\s]\\d+)*"
      for (const [shown] of latin(words).matchAll(new RegExp(`(?:${signs})\\s*${number}|${number}\\s*(?:${signs})`, "gu"))) {
        if (!there.some(amount => writes(shown, amount))) add(`the page's ${where} shows the amount ${JSON.stringify(shown)}, and its hooks say ${there.join(", ")}`)
      }
    }
  }
  return faults
}
