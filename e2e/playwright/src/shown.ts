import { readFileSync } from "node:fs"
import type { Page } from "@playwright/test"

// Go's kit runs the same two files (e2e/kit): what is wrong with what a page shows.
const script = readFileSync(new URL("../shown.js", import.meta.url), "utf8")
const words = readFileSync(new URL("../shown.json", import.meta.url), "utf8")

/** What a shop asked to be paid, with which pages are compared; what is "" isn't. */
export interface Ordered { id: string, merchant: string, amount: string, currency: string, payee: string }

/** The orders of this process, by their ids, which are random: a status link says less than its order does, and a link may say anything else. */
export const made = new Map<string, Ordered>()

interface Shown { faults: string[], order?: Ordered, said?: unknown }

/** What is wrong with what a page shows, beside its hooks and its order; what isn't known of that without the sandbox, `ask` says. */
export async function look(page: Page, order: Ordered | undefined, ask: (order: Ordered) => Promise<unknown>): Promise<string[]> {
  const { faults, said } = await page.evaluate<Shown>(`document.querySelector("main[data-page]") ? (${script})(${words}, ${JSON.stringify({ order })}) : { faults: [] }`)
  return order && said ? [...faults, ...judge({ order, said, told: await ask(order) })] : faults
}

/** How a RedirectURL contradicts its own token. */
export function contradictions(link: string): string[] { return judge({ link }) }

/** Which of an order's calls the gateway refused. */
export function refusals(calls: unknown[]): string[] { return judge({ calls }) }

/** The script where there is no page. */
function judge(given: object): string[] { return (new Function(`return (${script})`)() as (known: unknown, given: object) => string[])(JSON.parse(words), given) }

/** What docs/pages.md says of each data-moment: when it is. */
export const moments = (JSON.parse(words) as { moments: Record<string, string> }).moments
