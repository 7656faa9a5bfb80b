import { createSign } from "node:crypto"
import type { APIRequestContext, APIResponse } from "@playwright/test"
import { masking } from "./masked.js"
import { made } from "./shown.js"

/** What a payment comes to, without a person: order ids steer the sandbox (docs/sandbox.md). */
export type Steering = `~${string}`

/** What a shop asks to be paid, and how. */
export interface Terms {
  amount: string
  currency: string
  /** Directives such as `~success@2s`. */
  steering?: Steering
  /** How long the token is valid: `2h`; half an hour if left out. */
  validity?: string
  /** One of the sandbox's own merchants, instead of DEMO. */
  merchantCode?: string
  /** One that `sandbox.merchant` made, or the fixture `merchant`. */
  merchant?: Merchant
  /** Further parameters of the RedirectURL: `lang`, `paymentMethodCode`, `accountNumber` … */
  parameters?: Record<string, string>
}

/** A payment as its shop knows it. `pay.open({ ...order, amount })` means pages that say another amount, currency or payee. */
export interface Order {
  id: string
  /** The RedirectURL. It has the customer's token: keep it out of logs. */
  url: string
  amount: string
  currency: string
  /** Who is paid; "" isn't compared. */
  payee: string
  returnUrl: string
}

/** A merchant of a suite's own: its faults, rate and clock disturb nobody else. */
export interface Merchant {
  merchantCode: string
  name?: string
  /** Signs, unless it has a key. */
  secret: string
  /** PEM. */
  privateKey?: string
}

/** What a merchant is; everything may be left out. */
export interface MerchantTerms {
  name?: string
  /** `THB/PROMPTPAY` …; all if left out. */
  methods?: string[]
  operators?: string[]
  /** It signs with a key instead of its secret. */
  key?: boolean
  /** Calls a second. */
  rate?: number
}

/** The status that the gateway tells. */
export type GatewayStatus = "SUCCESS" | "REFUSED" | "FAILED" | "CANCELED" | "EXPIRED"

/** The stand-in for the gateway, by its JSON. */
export class Sandbox {
  constructor(readonly url: string, private readonly app: string, private readonly request: APIRequestContext, private readonly payee = "") {}

  /** Signs a token, as a merchant does, and makes the RedirectURL of a new payment. Steering that the sandbox doesn't know is an error. */
  async order(terms: Terms): Promise<Order> {
    if (!/^\d+(\.\d+)?$/.test(terms.amount)) throw new Error(`the amount is ${JSON.stringify(terms.amount)}: digits and at most one point, such as 1250.00`)
    if ("merchant" in terms && !terms.merchant) throw new Error("terms.merchant is undefined, so that DEMO would sign: test.use is read before beforeAll; the fixture `merchant` is there in time")
    const validitySecs = seconds(terms.validity ?? "30m")
    const id = "pw-" + Math.random().toString(36).slice(2, 12) + Date.now().toString(36) + (terms.steering ?? "")
    const quoted = id.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
    const merchant = terms.merchant
    const merchantCode = merchant?.merchantCode ?? terms.merchantCode ?? "DEMO"
    // By hand, so that the amount stays the number that was written.
    const body = JSON.stringify({
      merchantCode, ...(merchant?.privateKey ? { timestamp: Date.now() } : { secret: merchant?.secret ?? "demo-secret" }), validitySecs,
      operations: ["POST /payins/!availablePaymentOptions", `POST /payins/${quoted}`, `GET /payins/${quoted}`, `POST /payins/${quoted}/externalReference`, "GET /merchant-info"],
      money: { amount: "?", currencyCode: terms.currency },
    }).replace('"?"', terms.amount)
    const { token } = await this.call<{ token: string }>("POST", "/auth-tokens", body, merchant?.privateKey ? { "X-SIGNATURE": createSign("RSA-SHA256").update(body).sign(merchant.privateKey, "base64") } : {})
    const returnUrl = `${this.url}/shop?order=${encodeURIComponent(id)}`
    const query = new URLSearchParams({
      merchantCode, idPayin: id, token, amount: terms.amount, currencyCode: terms.currency, callbackUrl: `${this.url}/shop/callback`, returnUrl, ...terms.parameters,
    })
    const payee = merchant ? merchant.name ?? "" : terms.merchantCode ? "" : this.payee
    made.set(id, { id, merchant: merchantCode, amount: terms.amount, currency: terms.currency, payee })
    return { id, url: `${this.app}/?${query}`, amount: terms.amount, currency: terms.currency, payee, returnUrl: query.get("returnUrl") ?? returnUrl }
  }

  /** Makes a merchant of the suite's own, for `terms.merchant`. */
  async merchant(terms: MerchantTerms = {}): Promise<Merchant> {
    const { key, rate, ...plain } = terms
    const made = await this.call<Merchant>("POST", "/console/merchants", form({ ...plain, ...(key ? { makeKey: "true" } : {}) }))
    if (rate !== undefined) await this.tell(made, "rates", { perSecond: String(rate) })
    return made
  }

  /** Lets time pass for what the merchant has: `15m`. Tokens are over after half an hour, or after their `validity`. */
  async moveClock(merchant: Merchant, by: string): Promise<void> { await this.tell(merchant, "clock", { by }) }

  /** Has that share of the merchant's calls fail: `503`, `lost` … of an operation such as `payin-create`. */
  async fault(merchant: Merchant, kind: string, operation = "", percent = 100): Promise<void> {
    await this.tell(merchant, "faults", { kind, operation, percent: String(percent) })
  }

  /** Removes a merchant. What it did stays. */
  async remove(merchant: Merchant): Promise<void> { await this.tell(merchant, "merchants/remove", {}) }

  private async tell(merchant: Merchant, what: string, fields: Record<string, string>): Promise<void> {
    await this.call("POST", `/console/${what}`, form({ merchantCode: merchant.merchantCode, ...fields }))
  }

  /** Has the gateway learn a status, as a button of the console does. */
  async set(order: Order, status: GatewayStatus): Promise<void> {
    await this.call("POST", `/console/payins/${order.id}`, JSON.stringify({ status }))
  }

  /** Plays the customer in the bank's app: scans a code, or approves. At a bank's page it is `pay.bank`. */
  async play(order: Order, where: "scan" | "approve", action: "pay" | "pay-partial" | "pay-wrong" | "refuse" | "fail" | "cancel" = "pay"): Promise<void> {
    await this.call("POST", `/${where}/${order.id}`, JSON.stringify({ action }))
  }

  /** Waits at the gateway until the payment has one of the statuses, exists or has ended. */
  async wait(order: Order, until: GatewayStatus | "accepted" | "ended" | "delivered"): Promise<void> {
    await this.call("GET", `/console/payins/${order.id}?wait=${until}&timeout=30s`)
  }

  private async call<T>(method: string, path: string, data?: string, more: Record<string, string> = {}): Promise<T> {
    return masking(async () => {
      const answer = await this.fetch(path, {
        method, headers: { Accept: "application/json", "X-API-Version": "2", ...(data ? { "Content-Type": data.startsWith("{") ? "application/json" : "application/x-www-form-urlencoded" } : {}), ...more }, ...(data ? { data } : {}),
      })
      const unknown = answer.headers()["x-sandbox-unknown-directive"]
      if (unknown) throw new Error(`the sandbox doesn't know the steering ${unknown}: docs/sandbox.md has the directives`)
      const both = answer.headers()["x-sandbox-contradiction"]
      if (both) throw new Error(`of the steering, ${both} contradict each other: the sandbox would refuse the payment`)
      const text = await answer.text()
      if (!/\bjson\b/.test(answer.headers()["content-type"] ?? "")) throw new Error(`${this.url} answers ${answer.status()} without JSON, and isn't payapp's sandbox: is sandboxURL right?`)
      const body = JSON.parse(text) as T & { message?: string }
      if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${body.message ?? text.slice(0, 300)}`)
      return body
    })
  }

  private async fetch(path: string, how: Parameters<APIRequestContext["fetch"]>[1]): Promise<APIResponse> {
    return this.request.fetch(this.url + path, how).catch((error: Error) => {
      throw new Error(`no sandbox answers at ${this.url}: does it run, and is sandboxURL right? (${error.message.split("\n")[0]})`)
    })
  }
}

/** The seconds of a duration such as `90s`, `15m`, `2h`. */
function seconds(duration: string): number {
  const [, number, unit] = /^(\d+)(s|m|h)$/.exec(duration) ?? []
  if (!number || !unit) throw new Error(`${JSON.stringify(duration)} is no duration such as 90s, 15m or 2h`)
  return Number(number) * { s: 1, m: 60, h: 3600 }[unit as "s" | "m" | "h"]
}

/** Fields of the console's forms; a list is a field for each. */
function form(fields: Record<string, string | string[] | undefined>): string {
  const all = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) for (const one of [value ?? []].flat()) all.append(name, one)
  return all.toString() || "name="
}
