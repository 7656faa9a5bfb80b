import type { APIRequestContext, BrowserContext, ConsoleMessage, Page, Request, Response } from "@playwright/test"
import { masked } from "./masked.js"
import type { Order } from "./sandbox.js"
import { contradictions, look, made, moments, refusals, type Ordered } from "./shown.js"
import { tellsOf, type Came } from "./story.js"

/** What a page has beside its words. */
interface Kept { html: string, storage: string, entry: string, wide: string, broken: string, app: boolean, problem: boolean }

/** What the browser says where a page is left before all of it has come. */
const left = /aborted|cancel/i

/** The only thing that a page of payapp stores, for a minute. */
const announced = /^announced=[0-9a-z]+$/

/** The problems whose pages go on by themselves. */
export const asksAgain = ["no-way-to-pay", "gateway-busy", "gateway-unavailable", "overloaded"]

/** What the page itself says is wrong: what it alerts to, a problem's own words. */
const sentence = `(() => {
  const main = document.querySelector("main"), seen = e => e.checkVisibility() && e.innerText.trim() != "", list = [...main?.querySelectorAll("details li") ?? []]
  const note = [...main?.querySelectorAll("[role=alert], [role=status]:not([data-news-line])") ?? []].find(seen)
  const wrong = main?.dataset.page == "problem" || main?.dataset.sandbox == "error"
  const words = wrong && list.length > 0 ? [main.querySelector("h1"), ...list].map(e => e?.textContent.trim()).join("; ") : (wrong ? main : note)?.innerText ?? ""
  return words.replace(/\\s+/g, " ").trim().slice(0, 160)
})()`

/** A sandbox on this machine, by both of the names that it has: its bank pages may have the other one. */
function names(address: string): string[] {
  const local = /^(https?:\/\/)(?:localhost|127\.0\.0\.1)(?=[:/])/
  return local.test(address) ? ["localhost", "127.0.0.1"].map(name => address.replace(local, `$1${name}`)) : [address]
}

/** The part of an address that is its payment's own: /pay/{ref}. */
function ownPath(address: string): string { try { return new URL(address).pathname.split("/").slice(0, 3).join("/") } catch { return "" } }

/**
 * Sees everything that happens in a test's tabs, and fails the test by what is wrong: README.md
 * has the list, which is Go's kit's, too. It is on by default; `test.use({ watching: false })`
 * turns it off.
 */
export class Watch {
  private faults: { text: string, problem: boolean, second: string }[] = []
  private readonly secrets = new Set<string>()
  private readonly expected = new Set<number>()
  private readonly others: string[]
  private readonly looks = new Set<Promise<void>>()
  private readonly judged = new WeakSet<Request>()
  private unplugged = false

  constructor(private readonly app: string, private readonly sandboxURL: string, private readonly on = true, private readonly request?: APIRequestContext) { this.others = sandboxURL ? names(sandboxURL + "/") : [] }

  /** Declares statuses of 400 and more that the test provokes. */
  expect(...statuses: number[]): void { for (const status of statuses) this.expected.add(status) }

  /** Where else a tab may go: prefixes of addresses, such as your shop's. What happens there is no fault. */
  allow(...prefixes: string[]): void { this.foreign.push(...prefixes); this.others.push(...prefixes) }
  private readonly foreign: string[] = []

  /** Lets requests fail from now on: the test takes the network away. */
  unplug(): void { this.unplugged = true }

  /** A token, which may stand in the address of an entry alone. Those of links are known by themselves. */
  secret(token: string): void { this.secrets.add(token) }

  /** Watches the tabs of a context. The test's own is watched by itself. */
  over(context: BrowserContext): void {
    context.on("request", request => this.noteOrder(request))
    if (!this.on) return
    context.on("console", message => this.console(message))
    context.on("weberror", error => this.at(error.page()?.url() ?? "", `script failed: ${error.error().message}`))
    context.on("request", request => this.asked(request))
    context.on("response", response => this.response(response))
    context.on("requestfailed", request => this.failed(request))
    const tab = (page: Page) => page.on("load", () => { this.look(page) })
    context.pages().forEach(tab)
    context.on("page", tab)
  }

  /** @internal The orders that the tabs came with, by their links. */
  readonly orders: Came[] = []

  private noteOrder(request: Request): void {
    const came = this.link(request.url())
    if (came) this.links.add(request.url())
    if (came && !this.orders.some(known => known.idPayin == came.idPayin && known.merchantCode == came.merchantCode)) this.orders.push(came)
    const from = request.redirectedFrom(), led = from ? this.link(from.url()) : undefined
    if (led && request.url().startsWith(this.app + "/")) this.led.set(ownPath(request.url()), led)
  }

  /** The order of a RedirectURL or a status link. */
  private link(address: string): Came & { amount: string, currency: string } | undefined {
    if (!/^\/(status)?\?/.test(address.startsWith(this.app) ? address.slice(this.app.length) : "")) return undefined
    const link = new URL(address).searchParams, value = (name: string) => link.get(name) ?? ""
    return value("idPayin") ? { idPayin: value("idPayin"), merchantCode: value("merchantCode"), amount: value("amount"), currency: value("currencyCode") } : undefined
  }

  /** Where links led, by their payment's path. */
  private readonly led = new Map<string, Came & { amount: string, currency: string }>()
  private readonly means = new Map<string, Ordered>()

  /** Holds the pages of an order against what the order says now. Every tab does so by itself: it is for pages that are to say another amount, currency or payee. */
  expectOrder(order: Order): void { this.means.set(order.id, { id: order.id, merchant: made.get(order.id)?.merchant ?? "", amount: order.amount, currency: order.currency, payee: order.payee }) }

  /** @internal From now on the pages of the order that a tab shows are to say this amount. */
  expectAmount(page: Page, amount: string, currency: string): void {
    const order = this.ordered(page)
    if (order) this.means.set(order.id, { ...order, amount, currency })
  }

  /** The order whose page a tab shows. */
  private ordered(page: Page): Ordered | undefined {
    const link = this.led.get(ownPath(page.url()))
    return link && (this.means.get(link.idPayin) ?? made.get(link.idPayin) ?? { id: link.idPayin, merchant: link.merchantCode, amount: link.amount, currency: link.currency, payee: "" })
  }

  /** What is known of why a tab is where it is: what its link says otherwise than its token, the page's own sentence, its moment, and the calls that the gateway refused; "" if nothing is. */
  async why(page: Page): Promise<string> {
    const words = await page.evaluate<string>(sentence).catch(() => "")
    const says = [...this.links].flatMap(contradictions)
    if (words) says.push(`the page says ${JSON.stringify(words)}`)
    const moment = await page.evaluate(() => document.querySelector<HTMLElement>("main[data-page]")?.dataset["moment"] ?? "").catch(() => "")
    if (moment) says.push(`its moment is ${moment} (${moments[moment]})`)
    for (const { idPayin, merchantCode } of this.orders) {
      const told = this.request && this.sandboxURL ? await tellsOf(this.request, this.sandboxURL, idPayin, merchantCode) : undefined
      says.push(...refusals(told?.calls ?? []))
    }
    return says.map(text => `; ${masked(this.without(text))}`).join("")
  }
  private readonly links = new Set<string>()

  /** Problem pages are expected from now on. */
  expectProblem(): void {
    this.wantsProblem = true
    this.forgive()
  }
  private wantsProblem = false

  /** @internal What is wrong with where a test leaves a tab. */
  async left(page: Page): Promise<void> {
    await this.look(page)
    const problem = this.on && this.orders.length > 0 && page.url().startsWith(this.app + "/") ? await page.evaluate(() => document.querySelector<HTMLElement>("main[data-page=problem]")?.dataset["problem"] ?? "").catch(() => "") : ""
    if (problem && !this.wantsProblem && !asksAgain.includes(problem)) this.fault(`the test ends at the problem ${problem}, which it doesn't expect${await this.why(page)}`)
  }

  /** What people read otherwise than programs do, and what is otherwise than it was ordered and the sandbox answered. */
  async differs(page: Page): Promise<string[]> {
    return look(page, this.ordered(page), async order => this.request && this.sandboxURL ? tellsOf(this.request, this.sandboxURL, order.id, order.merchant) : undefined)
  }

  /** Compares what a tab shows with its hooks. Every arrival does it by itself. */
  look(page: Page): Promise<void> {
    if (!this.on) return Promise.resolve()
    const look = this.judge(page).catch(() => undefined) // the page is gone already
    this.looks.add(look)
    void look.then(() => this.looks.delete(look))
    return look
  }

  /** Answers as problem pages have are no fault where the problem is expected. */
  forgive(): void { this.faults = this.faults.filter(fault => !fault.problem) }

  /** Looks at the tab and fails by what was seen, which is the cause of what a page lacks. */
  async tell(page?: Page): Promise<void> {
    if (page && !page.isClosed()) await this.look(page)
    await Promise.all(this.looks)
    const said = this.take()
    if (said) throw new Error(said)
  }

  /** What was seen, each on a line of its own, and forgets it; "" if nothing is wrong. */
  take(): string {
    const lines = [...new Set(this.faults.map(fault => fault.text))]
    this.faults = []
    return lines.join("\n")
  }

  private fault(text: string, problem = false, second = ""): void {
    this.faults.push({ text: masked(this.without(text)), problem, second })
  }

  private without(text: string): string {
    for (const secret of this.secrets) text = text.replaceAll(secret, "…")
    return text
  }

  /** A fault, unless it happened at an address that isn't ours. */
  private at(address: string, text: string, problem = false): void {
    if (!this.foreign.some(prefix => address.startsWith(prefix))) this.fault(text, problem)
  }

  private console(message: ConsoleMessage): void {
    const kind = message.type(), text = message.text()
    if (!["error", "warning", "assert"].includes(kind)) return
    if (/Failed to load resource|net::ERR_/.test(text)) return // the answer, or the request, tells it
    const where = message.location().url
    const policy = /content.security.policy/i.test(text)
    this.at(where || message.page()?.url() || "", `${policy ? "content security policy" : `console.${kind}`}: ${text}${policy && where ? ` at ${where}` : ""}`)
  }

  private asked(request: Request): void {
    const address = request.url()
    const own = address.startsWith(this.app + "/"), document = request.isNavigationRequest()
    let url: URL
    try { url = new URL(address) } catch { return this.fault(`a request to ${JSON.stringify(address)}, which is no address`) }
    const token = url.searchParams.get("token")
    const entry = own && document && (url.pathname == "/" || url.pathname == "/status")
    if (entry && token) this.secrets.add(token)
    if (/^(data|blob|about):/.test(address)) return
    const from = request.headers()["referer"] ?? ""
    if (!own && !this.others.some(prefix => address.startsWith(prefix)) && !this.foreign.some(prefix => from.startsWith(prefix))) this.fault(`a request to a third party: ${address}`)
    if (own && !document && !url.pathname.endsWith("/events")) this.fault(`a page needs a second request: ${request.resourceType()} ${address}`, false, address)
    if (!entry) this.leak("the address of a request", address)
    this.leak(`the referrer sent to ${url.host}`, from)
  }

  private response(response: Response): void {
    const status = response.status()
    if (status < 400 || this.expected.has(status) || this.judged.has(response.request())) return
    this.judged.add(response.request())
    this.faults = this.faults.filter(fault => fault.second != response.url()) // the answer says more
    this.at(response.url(), `answer ${status}: ${response.url()}`, status < 500 && response.request().isNavigationRequest())
  }

  private failed(request: Request): void {
    const said = request.failure()?.errorText ?? ""
    if (!this.unplugged && !left.test(said)) this.at(request.url(), `request failed: ${request.resourceType()} ${said} ${request.url()}`)
  }

  private leak(where: string, text: string): void {
    for (const secret of this.secrets) if (text.includes(secret)) this.fault(`the token is in ${where}: ${this.without(text).slice(0, 120)}`)
  }

  private async judge(page: Page): Promise<void> {
    const address = page.url()
    if (!address.startsWith(this.app + "/")) return
    const kept = await page.evaluate((): Kept => {
      const storage = (kind: "localStorage" | "sessionStorage") => { try { return JSON.stringify(window[kind]) } catch { return "" } }
      const root = document.documentElement, out = (e: Element) => (r => r.right > root.clientWidth + 1 || r.left < -1)(e.getBoundingClientRect())
      const wide = root.scrollWidth > root.clientWidth ? ([...document.querySelectorAll("body *:not(.vh)")].filter(out).at(-1) ?? root) : undefined
      return {
        html: root.outerHTML, entry: JSON.stringify(history.state), app: document.querySelector("main") != null, problem: document.querySelector("main[data-page=problem]") != null,
        broken: [...document.images].find(picture => picture.complete && !picture.naturalWidth)?.outerHTML.slice(0, 200) ?? "",
        wide: wide ? `${root.scrollWidth} > ${root.clientWidth} px: ${(wide.cloneNode(false) as Element).outerHTML.slice(0, 200)}` : "",
        storage: storage("localStorage") + storage("sessionStorage") + (() => { try { return document.cookie } catch { return "" } })(),
      }
    })
    const wrong = kept.app ? await this.differs(page) : []
    if (kept.problem && this.faults.some(fault => fault.problem)) {
      const why = await this.why(page)
      for (const fault of this.faults) if (fault.problem && !fault.text.includes(why)) fault.text = fault.text.replace(": ", () => `${why}: `)
    }
    if (kept.broken) this.fault(`the page has a broken picture: ${kept.broken}`)
    if (kept.wide) this.fault(`the page scrolls to the side: ${kept.wide}`)
    const entry = /^\/(status)?\?/.test(address.slice(this.app.length))
    if (!entry) this.leak("the page's address", address)
    this.leak("the page", kept.html) // and its title
    this.leak("the page's storage", kept.storage)
    this.leak("the tab's history", kept.entry)
    const stored = kept.storage.replaceAll("{}", "").replace(announced, "")
    if (stored) this.fault(`the page stores ${JSON.stringify(stored)}`)
    for (const fault of wrong) this.fault(fault)
  }
}
