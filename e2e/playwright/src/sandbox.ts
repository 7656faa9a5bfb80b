import { createSign } from "node:crypto"
import type { APIRequestContext } from "@playwright/test"
import { masking } from "./masked.js"

/** What a payment comes to, without a person: order ids steer the sandbox (docs/sandbox.md). */
export type Steering = `~${string}`

/** What a shop asks to be paid, and how. */
export interface Terms {
  amount: string
  currency: string
  /** Directives such as `~success@2s`. */
  steering?: Steering
  /** One of the sandbox's own merchants, instead of DEMO. */
  merchantCode?: string
  /** One that `sandbox.merchant` made. */
  merchant?: Merchant
  /** Further parameters of the RedirectURL: `lang`, `paymentMethodCode`, `accountNumber` … */
  parameters?: Record<string, string>
}

/** A payment as its shop knows it. */
export interface Order {
  id: string
  /** The RedirectURL. It has the customer's token: keep it out of logs. */
  url: string
  amount: string
  currency: string
  returnUrl: string
}

/** A merchant of a suite's own: its faults, rate and clock disturb nobody else. */
export interface Merchant {
  merchantCode: string
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
  constructor(readonly url: string, private readonly app: string, private readonly request: APIRequestContext) {}

  /** Signs a token, as a merchant does, and makes the RedirectURL of a new payment. Steering that the sandbox doesn't know is an error. */
  async order(terms: Terms): Promise<Order> {
    const id = "pw-" + Math.random().toString(36).slice(2, 12) + Date.now().toString(36) + (terms.steering ?? "")
    const quoted = id.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
    const merchant = terms.merchant
    const merchantCode = merchant?.merchantCode ?? terms.merchantCode ?? "DEMO"
    // By hand, so that the amount stays the number that was written.
    const body = JSON.stringify({
      merchantCode, ...(merchant?.privateKey ? { timestamp: Date.now() } : { secret: merchant?.secret ?? "demo-secret" }), validitySecs: 1800,
      operations: ["POST /payins/!availablePaymentOptions", `POST /payins/${quoted}`, `GET /payins/${quoted}`, `POST /payins/${quoted}/externalReference`, "GET /merchant-info"],
      money: { amount: "?", currencyCode: terms.currency },
    }).replace('"?"', terms.amount)
    const { token } = await this.call<{ token: string }>("POST", "/auth-tokens", body, merchant?.privateKey ? { "X-SIGNATURE": createSign("RSA-SHA256").update(body).sign(merchant.privateKey, "base64") } : {})
    const returnUrl = `${this.url}/shop?order=${encodeURIComponent(id)}`
    const query = new URLSearchParams({
      merchantCode, idPayin: id, token, amount: terms.amount, currencyCode: terms.currency, callbackUrl: `${this.url}/shop/callback`, returnUrl, ...terms.parameters,
    })
    return { id, url: `${this.app}/?${query}`, amount: terms.amount, currency: terms.currency, returnUrl: query.get("returnUrl") ?? returnUrl }
  }

  /** Makes a merchant of the suite's own, for `terms.merchant`. */
  async merchant(terms: MerchantTerms = {}): Promise<Merchant> {
    const { key, rate, ...plain } = terms
    const made = await this.call<Merchant>("POST", "/console/merchants", form({ ...plain, ...(key ? { makeKey: "true" } : {}) }))
    if (rate !== undefined) await this.tell(made, "rates", { perSecond: String(rate) })
    return made
  }

  /** Lets time pass for what the merchant has: `15m`. */
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
      const answer = await this.request.fetch(this.url + path, {
        method, headers: { Accept: "application/json", "X-API-Version": "2", ...(data ? { "Content-Type": data.startsWith("{") ? "application/json" : "application/x-www-form-urlencoded" } : {}), ...more }, ...(data ? { data } : {}),
      })
      const unknown = answer.headers()["x-sandbox-unknown-directive"]
      if (unknown) throw new Error(`the sandbox doesn't know the steering ${unknown}: docs/sandbox.md has the directives`)
      if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${(await answer.text()).slice(0, 300)}`)
      return (await answer.json()) as T
    })
  }
}

/** Fields of the console's forms; a list is a field for each. */
function form(fields: Record<string, string | string[] | undefined>): string {
  const all = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) for (const one of [value ?? []].flat()) all.append(name, one)
  return all.toString() || "name="
}
