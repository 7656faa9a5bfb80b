import type { Page } from "@playwright/test"
import type { Choice } from "./pages.js"
import { describe, place } from "./place.js"

/** A field that a page refuses, and the page's words. */
interface Refusal { field: string, says: string }

/** Fails if the page refuses what the customer gave: giving the same once more would lead to the same page. */
export async function wantNoRefusal(page: Page, choice: Choice): Promise<void> {
  const found = await page.evaluate((): Refusal[] => [...document.querySelectorAll<HTMLElement>("main [data-error]")].filter(e => e.checkVisibility())
    .map(e => ({ field: e.dataset["error"] ?? "", says: e.innerText.trim().replace(/\s+/g, " ") })))
  const fields = new Set(found.map(({ field, says }) => `${field}, ${gave(choice, field)}: ${JSON.stringify(says)}`)) // a summary says it as well
  if (fields.size > 0) throw new Error(`the page refuses ${[...fields].join("; ")}: ${describe(page, await place(page))}`)
}

/** What the choice has for a field. */
function gave(choice: Choice, field: string): string {
  const given = field == "paymentMethodCode" ? choice.method : field == "paymentOperatorCode" ? choice.operator ?? "" : choice.fields?.[field]
  return given === undefined ? "which the choice doesn't fill in" : `given as ${JSON.stringify(given)}`
}
