import { fileURLToPath } from "node:url"

/** The text without tokens: not those of addresses, nor others. */
function tokenless(text: string): string {
  return text.replace(/([?&]token=)(?!…)[^\s"'`<>&#\u001b]+/g, "$1…").replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, "…")
}

/** The text without the queries and fragments of its addresses: a RedirectURL's has the customer's token. */
export function masked(text: string): string {
  return tokenless(text.replace(/(https?:\/\/[^\s"'`<>?#]*)[?#](?!…)[^\s"'`<>\u001b]*/g, "$1?…"))
}

/** Where this package's own files are, and Node's: on a busy machine its loop is on top of a stack. */
const here = new URL(".", import.meta.url)
const folders = [here.pathname, fileURLToPath(here), "node:internal/"]

/** Does something whose error may print addresses, and masks them. The error is shown at the test's line, not at one of this package or of Node. */
export async function masking<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const stack = masked(error.stack ?? "").split("\n").filter(line => !/^\s+at /.test(line) || !folders.some(folder => line.includes(folder))).join("\n")
    error.message = masked(error.message)
    error.stack = stack
    throw error
  }
}

/** Masks the tokens of what a test's report would print, which includes addresses that the test itself wants to see. */
export function maskErrors(errors: { message?: string, stack?: string, value?: string }[]): void {
  for (const error of errors) {
    for (const key of ["message", "stack", "value"] as const) {
      const text = error[key]
      if (text !== undefined) error[key] = tokenless(text)
    }
  }
}

/** Adds lines to the end of the last error's message. */
export function endErrors(errors: { message?: string, stack?: string }[], lines: string[]): void {
  const error = errors.at(-1)
  if (!error || lines.length == 0) return
  const before = error.message ?? "", after = [before, ...lines].join("\n")
  error.message = after
  if (error.stack !== undefined) error.stack = error.stack.replace(before, () => after)
}
