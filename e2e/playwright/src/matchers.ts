import { expect as base, type ExpectMatcherState, type MatcherReturnType } from "@playwright/test"
import type { PageName, Pay, Status } from "./pages.js"

/** Problems whose pages go on by themselves; any other one fails a wait at once. */
const asksAgain = ["no-way-to-pay", "gateway-busy", "gateway-unavailable", "gateway-garbage", "overloaded"]

/** Waits for an attribute of main, but never behind a problem page. */
async function main(state: ExpectMatcherState, pay: Pay, name: string, hook: string, want: string, timeout = 60_000): Promise<MatcherReturnType> {
  let got = ""
  const settled = await pay.page.waitForFunction(({ hook, want, not, asksAgain }) => {
    const data = document.querySelector("main")?.dataset
    if (document.readyState != "complete" || !data) return null
    if ((data[hook] == want) != not || hook != "problem" && want != "problem" && data["problem"] && !asksAgain.includes(data["problem"])) return { got: data[hook] ?? "", problem: data["problem"] ?? "" }
    return null
  }, { hook, want, not: state.isNot, asksAgain }, { timeout, polling: 50 }).then(found => found.jsonValue(), () => null)
  got = settled?.got ?? await pay.page.evaluate(name => document.querySelector("main")?.dataset[name] ?? "", hook)
  return {
    pass: got == want, name, expected: want, actual: got,
    message: () => `data-${hook} is ${JSON.stringify(got)}, ${state.isNot ? "and mustn't be" : "want"} ${JSON.stringify(want)}${settled?.problem ? `; the problem is ${settled.problem}` : ""}`,
  }
}

/** Playwright's expect, and what is asked of a payment. All of them wait. */
export const expect = base.extend({
  async toBeAt(pay: Pay, page: PageName, options?: { timeout?: number }) { return main(this, pay, "toBeAt", "page", page, options?.timeout) },
  async toHaveStatus(pay: Pay, status: Status, options?: { timeout?: number }) { return main(this, pay, "toHaveStatus", "status", status, options?.timeout) },
  async toHaveProblem(pay: Pay, problem: string, options?: { timeout?: number }) { return main(this, pay, "toHaveProblem", "problem", problem, options?.timeout) },
  async toHaveRow(pay: Pay, field: string, value: string | RegExp) {
    const got = await pay.row(field).first().getAttribute("data-value", { timeout: 10_000 }).catch(() => null)
    const pass = got != null && (typeof value == "string" ? got == value : value.test(got))
    return { pass, name: "toHaveRow", message: () => `row ${field} has ${JSON.stringify(got)}, ${this.isNot ? "and mustn't be" : "want"} ${value}` }
  },
  async toAsk(pay: Pay, amount: string, currency: string) {
    const got = await pay.amount.evaluate((e: HTMLElement) => [e.dataset["amount"], e.dataset["currency"]].join(" "))
    return { pass: got == `${amount} ${currency}`, name: "toAsk", message: () => `the page asks for ${got}, want ${amount} ${currency}` }
  },
})
