import { expect as base, type ExpectMatcherState, type MatcherReturnType } from "@playwright/test"
import { masked } from "./masked.js"
import { values, type Moment, type PageName, type Pay, type Status } from "./pages.js"
import { describe, failed, find, grace, patience, refused, stays, still, until, type Place } from "./place.js"

/** Waits for an attribute of main, but not where it can't come any more. */
async function main(state: ExpectMatcherState, pay: Pay, name: string, hook: "page" | "status" | "moment" | "problem", want: string, timeout = 60_000): Promise<MatcherReturnType> {
  const done = (at: Place) => at.whole && (at.page != "" || state.isNot) && (at[hook] == want) != state.isNot || undefined
  const hopeless = (at: Place, quiet: number) => {
    if (refused(at)) return quiet > 0
    if (failed(at)) return hook == "problem" || want != "problem" || state.isNot
    const settled = stays(at) || hook == "status" && over(at, want) || hook == "moment" && over(at, "success")
    return settled && quiet > ((hook == "status" || hook == "moment") && at.status != "" ? grace : patience)
  }
  const { at, waited = "" } = await until(pay.page, timeout, done, hopeless)
  const got = at?.[hook] ?? "", pass = got == want
  if (pass && want == "problem" && !state.isNot) pay.seen.expectProblem()
  const why = pass == state.isNot ? `${at && still(at) ? "; the page no longer updates by itself" : ""}${await pay.seen.why(pay.page)}` : ""
  return {
    pass, name, expected: want, actual: got,
    message: () => `data-${hook} is ${JSON.stringify(got)}, ${state.isNot ? "and mustn't be" : "want"} ${JSON.stringify(want)}${at?.problem ? `; the problem is ${at.problem}` : ""}${why}: ${describe(pay.page, at)}${waited}`,
  }
}

/** Fails an expectation, whatever it asks, by what was seen in the tab and by what the page shows otherwise than its hooks say. */
async function seen(state: ExpectMatcherState, pay: Pay, asked: Promise<MatcherReturnType>): Promise<MatcherReturnType> {
  const result = await asked
  if (result.name == "toHaveProblem" && result.pass && !state.isNot) pay.seen.expectProblem()
  await pay.seen.look(pay.page)
  const differs = await pay.seen.differs(pay.page).catch(() => [])
  const wrong = [...new Set([...pay.seen.take().split("\n"), ...differs])].filter(Boolean)
  if (wrong.length == 0) return result
  const failed = result.pass == Boolean(state.isNot)
  return { ...result, pass: Boolean(state.isNot), message: () => wrong.join("\n") + (failed ? "\n" + result.message() : "") }
}

/** Whether the status is final. Money may still come after expiry. */
function over(at: Place, want: string): boolean {
  return at.status == "success" || at.status == "failed" || at.status == "expired" && want != "success"
}

async function row(state: ExpectMatcherState, pay: Pay, field: string, value: string | RegExp): Promise<MatcherReturnType> {
  const missing = await find(pay.page, pay.row(field).first(), `row ${JSON.stringify(field)}`, () => values(pay.page.locator("[data-row]"), "data-row")).then(() => "", said)
  const got = missing ? null : await pay.row(field).first().getAttribute("data-value", { timeout: patience }).catch(() => null)
  const pass = got != null && (typeof value == "string" ? got == value : value.test(got))
  return { pass, name: "toHaveRow", message: () => missing || `row ${JSON.stringify(field)} has ${JSON.stringify(got)}, ${state.isNot ? "and mustn't be" : "want"} ${value}` }
}

async function asks(state: ExpectMatcherState, pay: Pay, amount: string, currency: string): Promise<MatcherReturnType> {
  const missing = await find(pay.page, pay.amount, "an amount that people see").then(() => "", said)
  const got = missing ? "" : await pay.amount.evaluate((e: HTMLElement) => [e.dataset["amount"], e.dataset["currency"]].join(" "), undefined, { timeout: patience })
  const pass = got == `${amount} ${currency}`
  if (pass && !state.isNot) pay.seen.expectAmount(pay.page, amount, currency)
  return { pass, name: "toAsk", message: () => missing || `the page asks for ${got}, ${state.isNot ? "and mustn't ask for" : "want"} ${amount} ${currency}` }
}

/**
 * Playwright's expect, and what is asked of a payment. All of them wait, fail early where nothing can
 * come any more, and fail where the page shows people anything else than its hooks say.
 */
export const expect = base.extend({
  async toBeAt(pay: Pay, page: PageName, options?: { timeout?: number }) { return seen(this, pay, main(this, pay, "toBeAt", "page", page, options?.timeout)) },
  async toHaveStatus(pay: Pay, status: Status, options?: { timeout?: number }) { return seen(this, pay, main(this, pay, "toHaveStatus", "status", status, options?.timeout)) },
  async toHaveMoment(pay: Pay, moment: Moment, options?: { timeout?: number }) { return seen(this, pay, main(this, pay, "toHaveMoment", "moment", moment, options?.timeout)) },
  async toHaveProblem(pay: Pay, problem: string, options?: { timeout?: number }) { return seen(this, pay, main(this, pay, "toHaveProblem", "problem", problem, options?.timeout)) },
  async toHaveRow(pay: Pay, field: string, value: string | RegExp) { return seen(this, pay, row(this, pay, field, value)) },
  async toAsk(pay: Pay, amount: string, currency: string) { return seen(this, pay, asks(this, pay, amount, currency)) },
})

const said = (error: unknown) => masked(error instanceof Error ? error.message : String(error))
