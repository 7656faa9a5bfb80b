// What is wrong with what a page of payapp shows: people read its words, programs its
// hooks, and both must say the same, which is what was ordered. Both kits run this file, Go's
// and that for Playwright, which takes it along (package.json, shown). `known` is shown.json: the headings of
// each status and the currencies' signs. In a page the answer is its `faults` and, where the
// sandbox must be asked before the page can be held against `order`, what it `said`: with that
// and what the console `told` of the order it is called once more, in any document.
//
// An order has an id, amount, currency and payee, as far as they are known: "" isn't compared.
// With `link`, it says how a RedirectURL contradicts its own token; with `calls`, as the console
// has them, which of them the gateway refused. With `texts` it judges these alone, for tests.
(known, {order, said, told, link, calls, texts} = {}) => {
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

  const letters = text => text.normalize("NFKC").replace(/[^\p{L}\p{M}\p{N}]/gu, "").toLowerCase()
  const decimal = amount => String(amount).replace(/^0+(?=\d)/, "").replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "")

  // All texts and amounts of a JSON, beside their names.
  const values = (json, name = "") => json && typeof json == "object" ? Object.entries(json).flatMap(([name, value]) => values(value, name)) : [[name, json]]
  const parsed = body => { try { return JSON.parse(body) } catch { return null } }
  const decoded64 = token => { try { return atob((token.split(".")[1] ?? "").replace(/-/g, "+").replace(/_/g, "/")) } catch { return "" } }
  const decoded = text => { try { return text + " " + decodeURIComponent(text) } catch { return text } }

  // The interface's words, and which page may follow from each; a word of a gateway's own may mean anything.
  const means = {PENDING: "pending", SUCCESS: "success", REFUSED: "failed", FAILED: "failed", CANCELED: "failed", EXPIRED: "expired"}

  // What a page says otherwise than was ordered, and than the gateway answered of the order.
  const against = (order, said, told) => {
    const faults = [], ordered = `what was ordered is ${[order.amount, order.currency].join(" ")}`
    const answered = (told?.calls ?? []).flatMap(call => values(parsed(call.answer?.body)))
    const amounts = [order.amount, ...answered.filter(([name]) => name == "amount").map(([, value]) => value)].map(decimal)
    for (const {row, amount, currency} of order.amount ? said.amounts : []) {
      const own = row == "money" || !told ? [decimal(order.amount)] : amounts
      if (!own.includes(decimal(amount)) || currency && currency != order.currency) faults.push(`the page says ${[amount, currency].join(" ").trim()}, and ${ordered}`)
    }
    if (said.amounts.length == 0 && order.amount && ["options", "details", "review", "leaving", "instructions"].includes(said.page)) faults.push(`the page says no amount, and ${ordered}`)
    for (const id of order.id ? said.ids : []) if (id != order.id) faults.push(`the page says that the order is ${id}, and it is ${order.id}`)
    for (const payee of order.payee ? said.payees : []) if (letters(payee) != letters(order.payee)) faults.push(`the page says that ${payee} is paid, and the order's payee is ${order.payee}`)
    if (!told) return faults
    const texts = letters(answered.map(([, value]) => decoded(String(value))).join(" "))
    for (const [row, value] of said.rows) if (answered.length > 0 && !texts.includes(letters(value))) faults.push(`the page's row ${row} says ${JSON.stringify(value)}, which the gateway never answered`)
    const had = (told.states ?? []).filter(state => !state.planned)
    const may = had.flatMap(state => state.failureReasonCode ? ["failed", means[state.status]] : [means[state.status] ?? said.status])
    if (said.final && !may.includes(said.status)) faults.push(`the page says ${said.status}, and the gateway ${had.map(state => state.status).join(", ") || "has no such payment"}`)
    return faults
  }
  if (said) return against(order, said, told)

  // What a token says of its payment, where it says anything (interface.md, Authentication).
  if (link) {
    const claims = parsed(decoded64(new URL(link).searchParams.get("token") ?? "")), is = new URL(link).searchParams
    const pairs = [["amount", claims?.money?.amount], ["currencyCode", claims?.money?.currencyCode], ["merchantCode", claims?.merchantCode]]
    return pairs.filter(([name, value]) => value !== undefined && is.has(name) && decimal(is.get(name)) != decimal(value))
      .map(([name, value]) => `the link says ${name} ${is.get(name)}, and its token ${value}`)
  }

  // Refused calls, each kind once; a payment that isn't created yet isn't found, which is no refusal.
  if (calls) {
    const refused = calls.filter(({status, operation}) => (status == 0 || status >= 400) && !(status == 404 && operation == "payin-read"))
    const kinds = new Map(refused.map(call => [`${call.operation ?? call.path} ${call.status}`, call]))
    return [...kinds.values()].map(({operation, path, status, why}) => {
      const all = refused.filter(other => other.operation == operation && other.status == status)
      return `the gateway ${status ? `answered ${operation ?? path} with ${status}` : `cut off ${operation ?? path}`}${all.length > 1 ? ` ×${all.length}` : ""}${why?.reason ? ` (${why.reason})` : ""}`
    })
  }

  const faults = [], seen = e => e.checkVisibility(), text = e => e.innerText
  const add = fault => { if (fault && !faults.includes(fault)) faults.push(fault) }
  const amounts = "[data-amount], [data-row=amount] dd:not(.act), [data-row=money] dd:not(.act), [data-row=vat] dd:not(.act)"
  for (const e of [...document.querySelectorAll(amounts)].filter(seen)) {
    add(differs(text(e), e.dataset.amount ?? e.parentElement.dataset.value, e.dataset.currency))
  }

  // Where money goes, and what finds it there.
  const payee = ["payeeName", "accountName", "accountNumber", "bankName", "bankCode", "reference", "paymentAddress.name", "paymentAddress.idAddress"]
  const rows = [...document.querySelectorAll("[data-row]")].filter(seen).map(e => ({e, row: e.dataset.row, value: e.dataset.value}))
  for (const {e, row, value} of rows) {
    if (payee.includes(row) && !letters(text(e)).includes(letters(value))) {
      add(`the page shows ${JSON.stringify(text(e).trim())}, and the hook of the row ${row} says ${JSON.stringify(value)}`)
    }
  }
  for (const e of [...document.querySelectorAll("[data-order], [data-payee]")].filter(seen)) {
    const value = e.dataset.order ?? e.dataset.payee
    if (!letters(text(e)).includes(letters(value))) add(`the page shows ${JSON.stringify(text(e).trim())}, and its hook says ${JSON.stringify(value)}`)
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
  if (!order || !page) return {faults}

  const valued = names => rows.filter(({row}) => names.includes(row))
  const now = {
    page, status, final: ["success", "failed", "expired"].includes(status),
    amounts: [...document.querySelectorAll("[data-amount]")].map(e => ({amount: e.dataset.amount, currency: e.dataset.currency}))
      .concat(valued(["amount", "money"]).map(({row, value}) => ({row, amount: value}))),
    ids: [...document.querySelectorAll("[data-order]")].map(e => e.dataset.order).concat(valued(["idPayin"]).map(({value}) => value)),
    payees: [...document.querySelectorAll("[data-payee]")].map(e => e.dataset.payee).concat(valued(["payee"]).map(({value}) => value)),
    rows: ["instructions", "reference", "status"].includes(page) ? valued(payee.filter(row => row != "reference" && row != "bankName")).map(({row, value}) => [row, value]) : [],
  }
  const asks = now.final || now.rows.length > 0 || against(order, now, null).length > 0
  return asks ? {faults, order, said: now} : {faults}
}
