import { readFileSync } from "node:fs"

// Go's kit runs the same two files (e2e/kit): what is wrong with what a page shows.
const script = readFileSync(new URL("../shown.js", import.meta.url), "utf8")
const words = readFileSync(new URL("../shown.json", import.meta.url), "utf8")

/** An expression whose value is a list of what people read otherwise than programs do. */
export const shown = `(${script})(${words})`
