/**
 * Fixtures, page objects and matchers for Playwright tests that pay through payapp.
 *
 * ```ts
 * import { expect, test } from "payapp-playwright"
 *
 * test("PromptPay", async ({ order, pay, sandbox }) => {
 *   await pay.open(order)
 *   await pay.through({ method: "PROMPTPAY", fields: { accountNumber: "0801234567" } })
 *   await expect(pay).toBeAt("instructions")
 *   await sandbox.play(order, "scan")
 *   await expect(pay).toHaveStatus("success")
 * })
 * ```
 */
import { test as base } from "@playwright/test"
import { endErrors, maskErrors } from "./masked.js"
import { Pay } from "./pages.js"
import { Sandbox, type Merchant, type MerchantTerms, type Order, type Terms } from "./sandbox.js"
import { attachStories } from "./story.js"
import { Watch } from "./watch.js"

export { expect } from "./matchers.js"
export { Pay, type BankAction, type Choice, type Moment, type PageName, type Status } from "./pages.js"
export { Watch } from "./watch.js"
export { Sandbox, type GatewayStatus, type Merchant, type MerchantTerms, type Order, type Steering, type Terms } from "./sandbox.js"

/** Set in the `use` of playwright.config.ts. */
export interface PayappOptions {
  /** The application's address, without a trailing slash. */
  app: string
  /** The sandbox's. */
  sandboxURL: string
  /** What `order` asks to be paid: `test.use({ terms: { amount: "499.00", currency: "INR" } })`. */
  terms: Terms
  /** Whom pages name as paid for orders of the sandbox's DEMO: "Demo Shop", where no branding file says otherwise; "" isn't compared. */
  payee: string
  /** What the fixture `merchant` is. */
  merchantTerms: MerchantTerms
  /** Whether the tabs are watched: true, unless a test turns it off. */
  watching: boolean
}

export interface PayappFixtures {
  sandbox: Sandbox
  /** A merchant of the test's own, of `merchantTerms`, removed with the test: `test.use({ terms: ({ merchant }, use) => use({ amount: "99.00", currency: "THB", merchant }) })`. */
  merchant: Merchant
  /** A new payment of `terms`. */
  order: Order
  /** The customer at the payment's page. */
  pay: Pay
  /** Sees what happens in the test's tabs, and fails the test by what is wrong. */
  watch: Watch
}

export const test = base.extend<PayappOptions & PayappFixtures>({
  app: ["http://localhost:8080", { option: true }],
  sandboxURL: ["http://127.0.0.1:8081", { option: true }],
  terms: [{ amount: "99.00", currency: "THB" }, { option: true }],
  payee: ["Demo Shop", { option: true }],
  merchantTerms: [{}, { option: true }],
  sandbox: async ({ app, sandboxURL, request, payee }, use) => use(new Sandbox(sandboxURL, app, request, payee)),
  merchant: async ({ sandbox, merchantTerms }, use) => {
    const merchant = await sandbox.merchant(merchantTerms)
    await use(merchant)
    await sandbox.remove(merchant)
  },
  order: async ({ sandbox, terms }, use) => use(await sandbox.order(terms)),
  watching: [true, { option: true }],
  watch: async ({ app, sandboxURL, watching, request }, use) => use(new Watch(app, sandboxURL, watching, request)),
  context: async ({ context, watch, request, sandboxURL }, use, info) => {
    watch.over(context)
    await use(context)
    await Promise.all(context.pages().map(page => info.errors.length > 0 ? watch.look(page) : watch.left(page)))
    const seen = await watch.tell().then(() => undefined, (error: Error) => error)
    const told = seen || info.errors.length > 0 ? await attachStories(info, request, sandboxURL, watch.orders) : []
    if (seen && info.errors.length == 0) throw new Error([seen.message, ...told].join("\n"))
    if (seen) info.errors.unshift({ message: seen.message }) // what was seen is the cause of what a page lacks
    maskErrors(info.errors) // what Playwright's own waits print
    endErrors(info.errors, told)
  },
  pay: async ({ page, watch }, use) => use(new Pay(page, watch)),
})
