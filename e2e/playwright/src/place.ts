import type { Locator, Page, Request } from "@playwright/test"
import { masked } from "./masked.js"
import { asksAgain } from "./watch.js"

/** Where a tab is. */
export interface Place {
  /** Differs between documents. */
  origin: number
  whole: boolean
  /** Attributes of `main[data-page]`; "" elsewhere. */
  page: string
  status: string
  moment: string
  problem: string
  method: string
  /** The page asks for news. */
  listens: boolean
  /** The status of its answer; 0 where the browser doesn't tell. */
  answer: number
  /** The browser's own error page. */
  error: boolean
  title: string
}

/** How long a document must be there, with nothing on its way, until what it lacks counts as missing. */
export const grace = 1_000

/** The same for a page that may go on by itself, or that another one may follow. */
export const patience = 10_000

/** How long a page that goes on by itself may take. */
export const slow = 60_000

/** How many of what a page has an error lists: some have hundreds of banks. */
const listed = 30

/** What is on its way to be the next document, by the tab. */
const coming = new WeakMap<Page, Set<Request>>()

/** Watches a tab's navigations. */
export function watch(page: Page): void {
  if (coming.has(page)) return
  const requests = new Set<Request>()
  coming.set(page, requests)
  page.on("request", request => { if (request.isNavigationRequest()) requests.add(request) })
  page.on("requestfinished", request => requests.delete(request))
  page.on("requestfailed", request => requests.delete(request))
}

/** Whether another document is on its way. */
export function moves(page: Page): boolean { return (coming.get(page)?.size ?? 0) > 0 }

/** Where the tab is; undefined between two documents. */
export async function place(page: Page): Promise<Place | undefined> {
  try {
    return await page.evaluate(() => {
      const main = document.querySelector<HTMLElement>("main[data-page]")
      const answer = performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming | undefined
      return {
        origin: performance.timeOrigin, whole: document.readyState == "complete",
        page: main?.dataset["page"] ?? "", status: main?.dataset["status"] ?? "", moment: main?.dataset["moment"] ?? "", problem: main?.dataset["problem"] ?? "", method: main?.dataset["method"] ?? "",
        listens: main?.dataset["news"] !== undefined, answer: answer?.responseStatus ?? 0,
        error: /^(chrome-error:|about:neterror)/.test(document.documentURI), title: document.title,
      }
    })
  } catch (error) {
    if (page.isClosed()) throw error
    return undefined
  }
}

/** No page of payapp, and none will follow: a proxy's refusal, or the browser's own error. */
export function refused(at: Place): boolean { return at.whole && at.page == "" && (at.error || at.answer >= 400) }

/** A problem that stays. */
export function failed(at: Place): boolean { return at.problem != "" && !asksAgain.includes(at.problem) }

/** A page that nothing but the customer leads away from. */
export function stays(at: Place): boolean {
  return ["options", "details", "review", "languages"].includes(at.page) || failed(at) || still(at)
}

/** A page that shows a payment, and asks for no news of it. */
export function still(at: Place): boolean { return at.whole && at.status != "" && !at.listens && ["instructions", "reference", "status"].includes(at.page) }

/** For messages: which page it is, and its address. */
export function describe(page: Page, at: Place | undefined): string {
  const address = masked(page.url())
  if (!at) return `between two pages, at ${address}`
  if (at.error) return `the browser's own error at ${address}`
  if (at.page == "") return `no page of payapp, ${at.answer ? `answer ${at.answer}, ` : ""}${JSON.stringify(masked(at.title))} at ${address}`
  const more = [at.problem && `problem ${at.problem}`, at.status && `status ${at.status}`, at.answer >= 400 && `answer ${at.answer}`].filter(Boolean)
  return `the page ${at.page}${more.length ? ` (${more.join(", ")})` : ""} at ${address}`
}

/** How often a tab is asked. */
export const pause = () => new Promise(resolve => setTimeout(resolve, 50))

/**
 * Asks the tab until `done` or `hopeless` has an answer, or the time is over. Hopeless things
 * are told how long the same document has been there in the same state, with nothing on its way.
 * `waited` is there if the time was over.
 */
export async function until<T>(page: Page, timeout: number, done: (at: Place) => T | undefined | Promise<T | undefined>, hopeless: (at: Place, quiet: number) => boolean): Promise<{ found?: T, at?: Place, waited?: string }> {
  const end = Date.now() + timeout
  let state = "", since = Date.now(), at: Place | undefined
  for (;;) {
    at = await place(page)
    if (at) {
      const found = await done(at)
      if (found !== undefined) return { found, at }
      const now = JSON.stringify(at)
      if (now != state || !at.whole || moves(page)) { state = now; since = Date.now() }
      else if (hopeless(at, Date.now() - since)) return { at }
    }
    if (Date.now() >= end) return { ...(at ? { at } : {}), waited: `, after ${timeout / 1000} s` }
    await pause()
  }
}

/** Waits for an element. Where the page is there and lacks it, that is an error soon, or after a while if the page goes on by itself. */
export async function find(page: Page, what: Locator, name: string, others?: () => Promise<string[]>): Promise<void> {
  const { found, at, waited = "" } = await until(page, slow, async () => (await what.count().catch(() => 0)) > 0 || undefined,
    (at, quiet) => quiet > (stays(at) || at.page == "" ? grace : patience))
  if (found) return
  const list = await others?.().catch(() => []) ?? []
  const more = list.length - listed
  const there = list.length ? `are ${list.slice(0, listed).join(", ")}${more > 0 ? ` and ${more} more` : ""}` : "is none"
  const where = describe(page, at)
  throw new Error(`${name} isn't ${where.startsWith("no page") ? `there: the tab is at ${where}` : `on ${where}`}${others ? `; there ${there}` : ""}${waited}`)
}

/**
 * Goes to an address as a link of another site would. `page.goto` would print it, with the
 * customer's token, in the steps of Playwright's reports.
 */
export async function go(page: Page, address: string): Promise<{ at?: Place, failure: string }> {
  let failure = ""
  const fail = (request: Request) => {
    const said = request.failure()?.errorText ?? ""
    if (request.isNavigationRequest() && !/aborted|cancel/i.test(said)) failure = said
  }
  await page.goto("about:blank")
  const before = await page.evaluate(() => performance.timeOrigin)
  page.on("requestfailed", fail)
  try {
    await page.evaluate(address => { location.assign(address) }, address).catch(() => null) // the document goes away under it
    const { at } = await until(page, slow, at => at.origin != before && at.whole || failure != "" || undefined, () => false)
    return { ...(at ? { at } : {}), failure }
  } finally {
    page.off("requestfailed", fail)
  }
}
