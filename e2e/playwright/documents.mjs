// Writes what a suite's author reads into a folder: node documents.mjs FOLDER. Links between
// these documents stay links; others become their words, since what they lead to isn't there.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join, normalize } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../..", import.meta.url)), folder = process.argv[2]
const names = {
  "docs/qa.md": "qa.md", "docs/sandbox.md": "sandbox.md", "docs/pages.md": "pages.md", "docs/payment-methods.md": "payment-methods.md", "docs/glossary.md": "glossary.md",
  "docs/assumptions.md": "assumptions.md",
  "docs/merchants.md": "merchants.md", "docs/howto/without-a-clone.md": "without-a-clone.md", "e2e/README.md": "e2e.md", "e2e/playwright/README.md": "playwright.md",
}

mkdirSync(folder, { recursive: true })
for (const [path, name] of Object.entries(names)) {
  const text = readFileSync(join(root, path), "utf8").replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, (link, words, to) => {
    if (/^(https?:|mailto:|#)/.test(to)) return link
    const [file, anchor] = to.split("#"), here = names[normalize(join(dirname(path), file))]
    return here ? `[${words}](${here}${anchor ? "#" + anchor : ""})` : words
  })
  writeFileSync(join(folder, name), text)
}
