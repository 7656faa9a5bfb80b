import type { Locator, Page } from "@playwright/test"
import type { Order } from "./sandbox.js"

/** The pages of a payment, as `main[data-page]` has them. */
export type PageName = "options" | "details" | "review" | "leaving" | "instructions" | "reference" | "status" | "waiting" | "languages" | "problem"

/** What a page says of the payment. */
export type Status = "pending" | "success" | "failed" | "expired" | "unknown"

/** What the customer decides. */
export interface Choice {
  method: string
  operator?: string
  /** By the inputs' names: `{ accountNumber: "0801234567" }`. */
  fields?: Record<string, string>
}

/** The customer at a payment. Everything is found by the hooks of docs/pages.md. */
export class Pay {
  constructor(readonly page: Page) {}

  get main(): Locator { return this.page.locator("main[data-page]") }
  action(name: string): Locator { return this.page.locator(`[data-action="${name}"]`) }
  input(name: string): Locator { return this.page.locator(`[name="${name}"]`) }
  row(field: string): Locator { return this.page.locator(`[data-row="${field}"]`) }
  error(field: string): Locator { return this.page.locator(`[data-error="${field}"]`) }
  get qr(): Locator { return this.page.locator("svg[data-qr]") }
  get amount(): Locator { return this.page.locator("[data-amount]").first() }

  /** Opens the RedirectURL. A connection that is refused fails at once; so does a problem page, unless it is expected. */
  async open(order: Order, expected: { problem?: string } = {}): Promise<void> {
    await this.page.goto(order.url)
    const problem = await this.problem()
    if (problem !== (expected.problem ?? "")) throw new Error(`the link leads to ${problem ? `the problem page ${problem}` : `the page ${await this.at()}`}, not to ${expected.problem ?? "a payment"}`)
  }

  /** `data-page` of the current page; "" elsewhere. */
  async at(): Promise<PageName | ""> { return (await this.hook("page")) as PageName | "" }
  async problem(): Promise<string> { return this.hook("problem") }

  /** Chooses the method if there is a choice, and the operator. */
  async choose(choice: Choice): Promise<void> {
    const operator = this.page.locator(`button[name=paymentOperatorCode][value="${choice.operator ?? ""}"]`)
    const radio = this.page.locator(`input[name=paymentMethodCode][type=radio][value="${choice.method}"]`)
    if (await this.page.locator("input[name=paymentMethodCode][type=radio]").count()) {
      await radio.check({ force: true }) // its label is what a finger meets
      if (!choice.operator || !(await operator.isVisible())) return this.press(this.page.locator('button:not([name])[data-action="continue"]'))
    }
    await this.press(operator)
  }

  /** Fills in a field, unfolding what hides it. */
  async fill(name: string, value: string): Promise<void> {
    const field = this.page.locator(`input[name="${name}"]`)
    if (await field.first().getAttribute("type") == "radio") return this.page.locator(`input[name="${name}"][value="${value}"]`).check({ force: true })
    const folded = this.page.locator(`details:not([open]):has(input[name="${name}"]) > summary`)
    if (await folded.count()) await folded.click()
    await field.fill(value)
  }

  /** Walks from the current page to the one after Pay, through whatever is due. */
  async through(choice: Choice): Promise<PageName[]> {
    const met: PageName[] = []
    for (let turn = 0; turn < 7; turn++) {
      const at = await this.at()
      if (at) met.push(at)
      switch (at) {
        case "options": await this.choose(choice); break
        case "details":
          for (const [name, value] of Object.entries(choice.fields ?? {})) await this.fill(name, value)
          await this.press(this.action("pay"))
          break
        case "review": await this.press(this.action("pay")); break
        case "waiting": await this.page.waitForFunction(() => document.querySelector("main")?.dataset["page"] != "waiting"); break
        default: return met
      }
    }
    throw new Error(`going round in circles: ${met.join(", ")}`)
  }

  /** Presses what leads to another document, and waits for it. */
  async press(what: Locator): Promise<void> {
    const before = await this.page.evaluate(() => performance.timeOrigin)
    await what.click()
    await this.page.waitForFunction(was => performance.timeOrigin != was && document.readyState == "complete", before)
  }

  /** Goes on to the bank, which the leaving page also does by itself. */
  async proceed(): Promise<void> {
    await this.page.waitForURL(url => !url.pathname.startsWith("/pay/"))
  }

  private async hook(name: string): Promise<string> {
    return this.page.evaluate(hook => document.querySelector("main")?.dataset[hook] ?? "", name)
  }
}
