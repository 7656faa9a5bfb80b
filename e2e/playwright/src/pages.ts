import type { Locator, Page } from "@playwright/test"
import { masked, masking } from "./masked.js"
import { describe, find, go, grace, patience, place, refused, slow, stays, until, watch, type Place } from "./place.js"
import { wantNoRefusal } from "./refusal.js"
import type { Order } from "./sandbox.js"
import { Watch } from "./watch.js"

/** The pages of a payment, as `main[data-page]` has them. */
export type PageName = "options" | "details" | "review" | "leaving" | "instructions" | "reference" | "status" | "waiting" | "languages" | "problem"

/** What a page says of the payment. */
export type Status = "pending" | "success" | "failed" | "expired" | "unknown"

/** How a payment stands, as docs/pages.md says when. */
export type Moment = "paid" | "paid-other" | "closed" | "again" | "used-up" | "failed" | "expired" | "number" | "unknown" | "accepted" | "part" | "working"
  | "overdue-said" | "overdue-none" | "overdue" | "said-paid" | "stopped" | "leaving" | "unsure" | "at-bank" | "unpaid"

/** What the customer decides. */
export interface Choice {
  method: string
  /** As docs/payment-methods.md says where to find it. */
  operator?: string
  /** By the inputs' names: `{ accountNumber: "0801234567" }`. */
  fields?: Record<string, string>
}

/** The buttons of the sandbox's bank page. `pay` and the refusals lead back to payapp, the other ways to pay stay. */
export type BankAction = "pay" | "pay-stay" | "pay-partial" | "pay-wrong" | "pay-late" | "refuse" | "fail" | "cancel"

/** Errors that say why already: steps are made of steps. */
const told = new WeakSet<Error>()

/** The customer at a payment. Everything is found by the hooks of docs/pages.md. */
export class Pay {
  /** `seen` is what watches the page's tab: without one, nothing does. */
  constructor(readonly page: Page, readonly seen: Watch = new Watch("", "", false)) { watch(page) }

  /** Does a step, and fails first by what was seen meanwhile. */
  private async step<T>(work: () => Promise<T>): Promise<T> {
    return masking(async () => {
      try {
        const value = await work()
        await this.seen.tell(this.page)
        return value
      } catch (error) {
        await this.seen.look(this.page) // a problem page says why its answer came
        const said = this.seen.take()
        if (error instanceof Error && !told.has(error)) {
          told.add(error)
          const [first = "", ...rest] = error.message.split("\n")
          error.message = [first + await this.seen.why(this.page), ...rest].join("\n")
        }
        if (said && error instanceof Error) error.message = `${said}\n${error.message}`
        throw error
      }
    })
  }

  get main(): Locator { return this.page.locator("main[data-page]") }
  action(name: string): Locator { return this.page.locator(`[data-action="${name}"]`) }
  input(name: string): Locator { return this.page.locator(`[name="${name}"]`) }
  row(field: string): Locator { return this.page.locator(`[data-row="${field}"]`) }
  error(field: string): Locator { return this.page.locator(`[data-error="${field}"]`) }
  get qr(): Locator { return this.page.locator("svg[data-qr]") }
  get amount(): Locator { return this.page.locator("[data-amount]").filter({ visible: true }).first() }

  /** Opens the RedirectURL. A connection that is refused fails at once; so do a proxy's error and a problem page, unless it is expected. */
  async open(order: Order, expected: { problem?: string } = {}): Promise<void> {
    this.seen.expectOrder(order)
    return this.step(async () => {
      const went = await go(this.page, order.url)
      const at = went.at
      if (expected.problem && at?.problem == expected.problem) this.seen.expectProblem()
      if (at && !went.failure && !refused(at) && at.problem == (expected.problem ?? "")) return
      const where = went.failure || at?.error ? `${went.failure || "the browser's own error"} at ${masked(order.url)}` : describe(this.page, at)
      if (where != describe(this.page, at)) await this.page.goto("about:blank").catch(() => null) // the browser's error has the address, and Playwright keeps what a page says
      throw new Error(`the link leads to ${where}, not to ${expected.problem ? `the problem ${expected.problem}` : "a payment"}`)
    })
  }

  /** `data-page` of the current page; "" elsewhere. */
  async at(): Promise<PageName | ""> { return (await this.hook("page")) as PageName | "" }
  async problem(): Promise<string> { return this.hook("problem") }

  /** Chooses the method if there is a choice, and the operator. Says which there are if the page has another one. */
  async choose(choice: Choice): Promise<void> {
    return this.step(async () => {
      const methods = this.page.locator("input[name=paymentMethodCode][type=radio]")
      const operators = this.page.locator("button[name=paymentOperatorCode]")
      const operator = this.page.locator(`button[name=paymentOperatorCode][value=${JSON.stringify(choice.operator ?? "")}]`).filter({ visible: true }).first()
      await find(this.page, methods.or(operators).first(), "a choice of method or operator")
      if (await methods.count()) {
        const radio = this.page.locator(`input[name=paymentMethodCode][type=radio][value=${JSON.stringify(choice.method)}]`)
        await find(this.page, radio, `method ${JSON.stringify(choice.method)}`, () => values(methods))
        await radio.check({ force: true }) // its label is what a finger meets
        if (!choice.operator || !(await operator.isVisible())) return this.press(this.page.locator('button:not([name])[data-action="continue"]'))
      }
      await find(this.page, operator, choice.operator ? `operator ${JSON.stringify(choice.operator)}` : "a way on without an operator", () => values(operators))
      await this.press(operator)
    })
  }

  /** Fills in a field, unfolding what hides it. Says which fields there are if the page lacks it, and fails if the input then holds anything else, as a maxlength cuts it. */
  async fill(name: string, value: string): Promise<void> {
    return this.step(async () => {
      const field = this.page.locator(`input[name=${JSON.stringify(name)}]`)
      await find(this.page, field.first(), `field ${JSON.stringify(name)}`, () => values(this.page.locator("main form input:not([type=hidden])"), "name"))
      if (await field.first().getAttribute("type") == "radio") {
        const radio = this.page.locator(`input[name=${JSON.stringify(name)}][value=${JSON.stringify(value)}]`)
        await find(this.page, radio, `${name} ${JSON.stringify(value)}`, () => values(field))
        return radio.check({ force: true })
      }
      const folded = this.page.locator(`details:not([open]):has(input[name=${JSON.stringify(name)}]) > summary`)
      if (await folded.count()) await folded.click()
      await field.fill(value)
      // Browsers write an address of e-mail in ASCII, and trim it; some inputs write in groups.
      const held = await field.evaluate((e: HTMLInputElement, given) => e.type == "email" && /[^ -~]/.test(given) ? given : e.value, value)
      if (held.replace(/\s/g, "") != value.replace(/\s/g, "")) throw new Error(`field ${JSON.stringify(name)} holds ${JSON.stringify(held)}, and was given ${JSON.stringify(value)}: ${describe(this.page, await place(this.page))}`)
    })
  }

  /** Walks from the current page to the one after Pay, through whatever is due. A problem page ends it; a proxy's error fails it, and so does a page that refuses a field or says the same as before, with its words. */
  async through(choice: Choice): Promise<PageName[]> { return this.step(() => this.walk(choice)) }

  private async walk(choice: Choice): Promise<PageName[]> {
    const met: PageName[] = []
    let last = ""
    for (let turn = 0; turn < 7; turn++) {
      const { at } = await until(this.page, slow, at => at.whole && at.page != "waiting" || undefined, () => false)
      if (!at || refused(at) || at.page == "waiting") throw new Error(`on the way through ${met.join(", ") || "the payment"}: ${describe(this.page, at)}`)
      if (met.includes(at.page as PageName)) await wantNoRefusal(this.page, choice)
      const words = at.page + await this.main.innerText().catch(() => "")
      if (words == last) throw new Error(`paying leads nowhere, but to ${describe(this.page, at)} again`)
      last = words
      if (at.page) met.push(at.page as PageName)
      switch (at.page) {
        case "options": await this.choose(choice); break
        case "details":
          for (const [name, value] of Object.entries(choice.fields ?? {})) await this.fill(name, value)
          await this.press(this.action("pay"))
          break
        case "review": await this.press(this.action("pay")); break
        default: return met
      }
    }
    throw new Error(`going round in circles: ${met.join(", ")}; it ends at ${describe(this.page, await place(this.page))}`)
  }

  /** Presses what leads to another document, and waits for it. Fails soon at a page without it, or if nothing comes of it. */
  async press(what: Locator): Promise<void> {
    return this.step(async () => {
      await find(this.page, what.first(), String(what))
      const before = await this.page.evaluate(() => performance.timeOrigin)
      await what.click({ timeout: patience })
      const { found, at, waited = "" } = await until(this.page, slow, at => at.origin != before && at.whole || undefined, (at, quiet) => at.origin == before && quiet > patience)
      if (!found) throw new Error(`nothing comes of pressing ${String(what)}: the tab stays at ${describe(this.page, at)}${waited}`)
    })
  }

  /** Goes on to the bank, which the leaving page also does by itself. */
  async proceed(): Promise<void> {
    return this.step(async () => {
      const gone = (at: Place) => at.whole && at.page == "" && !refused(at) && !new URL(this.page.url()).pathname.startsWith("/pay/") || undefined
      const { found, at, waited = "" } = await until(this.page, slow, gone, (at, quiet) => (stays(at) || refused(at)) && quiet > grace || at.page != "leaving" && at.page != "waiting" && quiet > patience)
      if (!found) throw new Error(`no bank to go on to: ${describe(this.page, at)}${waited}`)
    })
  }

  /** Goes on to the sandbox's bank page and presses a button there: the customer pays, refuses … */
  async bank(action: BankAction = "pay"): Promise<void> {
    await this.proceed()
    return this.step(async () => {
      const button = this.action(action)
      await find(this.page, button, `the bank's button ${action}`, () => values(this.page.locator("button[data-action]"), "data-action"))
      const folded = this.page.locator("details:not([open])").filter({ has: button }).locator("> summary")
      if (await folded.count()) await folded.click()
      await this.press(button)
    })
  }

  private async hook(name: string): Promise<string> {
    return this.page.evaluate(hook => document.querySelector("main")?.dataset[hook] ?? "", name)
  }
}

/** The values of elements, each once. */
export async function values(of: Locator, attribute = "value"): Promise<string[]> {
  const all = await of.evaluateAll((elements, attribute) => elements.map(e => e.getAttribute(attribute) ?? ""), attribute)
  return [...new Set(all)].filter(Boolean)
}
