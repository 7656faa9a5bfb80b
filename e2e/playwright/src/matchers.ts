import { expect as base, type ExpectMatcherState, type MatcherReturnType } from "@playwright/test"
import { masked } from "./masked.js"
import type { PageName, Pay, Status } from "./pages.js"
import { describe, failed, find, grace, patience, refused, stays, until, type Place } from "./place.js"

/** Waits for an attribute of main, but not where it can't come any more. */
async function main(state: ExpectMatcherState, pay: Pay, name: string, hook: "page" | "status" | "problem", want: string, timeout = 60_000): Promise<MatcherReturnType> {
  const done = (at: Place) => at.whole && (at.page != "" || state.isNot) && (at[hook] == want) != state.isNot || undefined
  const hopeless = (at: Place, quiet: number) => {
    if (refused(at)) return quiet > 0
    if (failed(at)) return hook == "problem" || want != "problem" || state.isNot
    const settled = stays(at) || hook == "status" && over(at, want)
    return settled && quiet > (hook == "status" && at.status != "" ? grace : patience)
  }
  const { at, waited = "" } = await until(pay.page, timeout, done, hopeless)
  const got = at?.[hook] ?? ""
  return {
    pass: got == want, name, expected: want, actual: got,
    message: () => `data-${hook} is ${JSON.stringify(got)}, ${state.isNot ? "and mustn't be" : "want"} ${JSON.stringify(want)}${at?.problem ? `; the problem is ${at.problem}` : ""}: ${describe(pay.page, at)}${waited}`,
  }
}

/** Whether the status is final. Money may still come after expiry. */
function over(at: Place, want: string): boolean {
  return at.status == "success" || at.status == "failed" || at.status == "expired" && want != "success"
}

/** Playwright's expect, and what is asked of a payment. All of them wait, and fail early where nothing can come any more. */
export const expect = base.extend({
  async toBeAt(pay: Pay, page: PageName, options?: { timeout?: number }) { return main(this, pay, "toBeAt", "page", page, options?.timeout) },
  async toHaveStatus(pay: Pay, status: Status, options?: { timeout?: number }) { return main(this, pay, "toHaveStatus", "status", status, options?.timeout) },
  async toHaveProblem(pay: Pay, problem: string, options?: { timeout?: number }) { return main(this, pay, "toHaveProblem", "problem", problem, options?.timeout) },
  async toHaveRow(pay: Pay, field: string, value: string | RegExp) {
    const missing = await find(pay.page, pay.row(field).first(), `row ${field}`).then(() => "", said)
    const got = missing ? null : await pay.row(field).first().getAttribute("data-value", { timeout: patience }).catch(() => null)
    const pass = got != null && (typeof value == "string" ? got == value : value.test(got))
    return { pass, name: "toHaveRow", message: () => missing || `row ${field} has ${JSON.stringify(got)}, ${this.isNot ? "and mustn't be" : "want"} ${value}` }
  },
  async toAsk(pay: Pay, amount: string, currency: string) {
    const missing = await find(pay.page, pay.amount, "an amount").then(() => "", said)
    const got = missing ? "" : await pay.amount.evaluate((e: HTMLElement) => [e.dataset["amount"], e.dataset["currency"]].join(" "), undefined, { timeout: patience })
    return { pass: got == `${amount} ${currency}`, name: "toAsk", message: () => missing || `the page asks for ${got}, ${this.isNot ? "and mustn't ask for" : "want"} ${amount} ${currency}` }
  },
})

const said = (error: unknown) => masked(error instanceof Error ? error.message : String(error))
