import type { Page } from "@playwright/test"
import { expect, test, type Pay } from "../src/index.js"
import { maskErrors, masked, masking } from "../src/masked.js"

// What a test gets wrong is told soon, not when a wait's time is over, and without the customer's token.

const promptPay = { method: "PROMPTPAY", fields: { accountNumber: "0801234567" } }

/** The message of what fails. */
async function fault(work: Promise<unknown>): Promise<string> {
  const said = await work.then(() => "nothing failed", error => String(error instanceof Error ? error.message + error.stack : error))
  expect(said).not.toMatch(/token=[^…]|eyJ|, after \d+ s/)
  return said
}

/** A proxy that refuses to pay. */
async function refuse(page: Page) {
  await page.route("**/pay/*/pay", route => route.fulfill({ status: 502, contentType: "text/html", body: "<title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>" }))
}

async function atDetails(pay: Pay) {
  await pay.choose({ method: "PROMPTPAY" })
  await expect(pay).toBeAt("details")
}

test("a missing button", async ({ order, pay, page }) => {
  await pay.open(order)
  await atDetails(pay)
  await page.evaluate(() => document.querySelector('[data-action="pay"]')?.remove())
  expect(await fault(pay.through(promptPay))).toMatch(/data-action="pay".* isn't on the page details at http\S+\/pay\//)
})

test("a button of which nothing comes", async ({ order, pay, page }) => {
  await pay.open(order)
  await atDetails(pay)
  await page.evaluate(() => document.querySelector("main")!.append(Object.assign(document.createElement("button"), { type: "button", id: "idle", textContent: "idle" })))
  expect(await fault(pay.press(page.locator("#idle")))).toMatch(/nothing comes of pressing .*idle.* the page details at/)
})

test("a misspelt method, operator and field", async ({ order, pay, sandbox }) => {
  await pay.open(order)
  expect(await fault(pay.through({ method: "PROMTPAY" }))).toMatch(/method "PROMTPAY" isn't on the page options at http.*; there are .*PROMPTPAY/)
  await atDetails(pay)
  expect(await fault(pay.fill("acountNumber", "0801234567"))).toMatch(/field "acountNumber" isn't on the page details at http.*; there are .*accountNumber/)
  await pay.open(await sandbox.order({ amount: "99.00", currency: "THB" }))
  expect(await fault(pay.through({ method: "ONLINE", operator: "4" }))).toMatch(/operator "4" isn't on the page options at http.*; there are .*004/)
})

const mistakes: { name: string, fields: Record<string, string>, want: RegExp }[] = [
  { name: "a forgotten field", fields: {}, want: /^the page refuses accountNumber, which the choice doesn't fill in: "[^"]+": the page details at http/ },
  { name: "a blank field", fields: { accountNumber: " " }, want: /^the page refuses accountNumber, given as " ": "[^"]+": the page details at http/ },
  { name: "a value that the input cuts", fields: { accountNumber: "0".repeat(200) }, want: /^field "accountNumber" holds "0{20,150}", and was given "0{200}": the page details at http/ },
]

for (const { name, fields, want } of mistakes) {
  test(name, async ({ order, pay }) => {
    await pay.open(order)
    expect(await fault(pay.through({ method: "PROMPTPAY", fields }))).toMatch(want)
  })
}

test("a misspelt row", async ({ order, pay }) => {
  await pay.open(order)
  await pay.through(promptPay)
  expect(await fault(expect(pay).toHaveRow("qrcode", /./))).toMatch(/row "qrcode" isn't on the page instructions .*at http.*; there are .*qrCode/)
})

test("a page of four hundred banks", async ({ pay, sandbox }) => {
  await pay.open(await sandbox.order({ amount: "99.00", currency: "INR", merchantCode: "DEMO-BANKS" }))
  expect(await fault(pay.through({ method: "NETBANKING", operator: "none" }))).toMatch(/operator "none" isn't on the page options at http.* and \d{2,} more/)
})

test("a proxy's error", async ({ order, pay, page, watch }) => {
  watch.expect(502)
  await pay.open(order)
  await refuse(page)
  expect(await fault(pay.through(promptPay))).toMatch(/options, details: no page of payapp, answer 502, "502 Bad Gateway" at http\S+\/pay/)
  for (const wait of [expect(pay).toBeAt("instructions"), expect(pay).toHaveStatus("success"), expect(pay).toHaveProblem("refused")]) expect(await fault(wait)).toContain("answer 502")
  expect(await fault(expect(pay).toHaveRow("qrCode", /^000201/))).toContain("answer 502")
  expect(await fault(expect(pay).toAsk("99.00", "THB"))).toContain("answer 502")
  expect(await fault(pay.proceed())).toContain("answer 502")
})

test("another page, problem or status", async ({ pay, sandbox }) => {
  await pay.open(await sandbox.order({ amount: "99.00", currency: "THB", steering: "~refused@0s" }))
  expect(await fault(expect(pay).toBeAt("instructions"))).toMatch(/data-page is "options", want "instructions": the page options at http/)
  await pay.through(promptPay)
  expect(await fault(expect(pay).toHaveStatus("success"))).toContain('data-status is "failed", want "success"')
  expect(await fault(pay.proceed())).toContain("no bank to go on to: the page")
  await pay.open(await sandbox.order({ amount: "99.00", currency: "THB", steering: "~refuse-unregistered" }))
  await pay.through(promptPay)
  expect(await fault(expect(pay).toHaveProblem("refused"))).toContain('data-problem is "CUSTOMER_NOT_REGISTERED", want "refused"')
  await expect(pay).toHaveProblem("CUSTOMER_NOT_REGISTERED")
})

test("a gateway that takes no payment", async ({ pay, sandbox, merchant }) => {
  await sandbox.fault(merchant, "503", "payin-create")
  await pay.open(await sandbox.order({ amount: "99.00", currency: "THB", merchant }))
  expect(await fault(pay.through(promptPay))).toMatch(/^paying leads nowhere, but to the page details at \S+ again; the page says "We got no answer.*; the gateway answered payin-create with 503 ×/)
})

test("a token that is over", async ({ pay, sandbox, merchant }) => {
  await pay.open(await sandbox.order({ amount: "99.00", currency: "THB", merchant }))
  await pay.through(promptPay)
  await sandbox.moveClock(merchant, "1h")
  expect(await fault(expect(pay).toHaveStatus("expired"))).toMatch(/^data-status is "unknown", want "expired"; the page no longer updates by itself; the page says "This link has expired/)
})

test("another amount in the link than in its token", async ({ pay, order, page }) => {
  expect(await fault(pay.open({ ...order, url: order.url.replace("amount=99.00", "amount=98.00") }))).toMatch(/^answer 403; the link says amount 98\.00, and its token 99; the page says /)
  await page.goto("about:blank")
})

test.describe("a problem at the end", () => {
  test.fail() // by that alone
  test("isn't expected", async ({ pay, sandbox }) => {
    await pay.open(await sandbox.order({ amount: "99.00", currency: "THB", steering: "~refuse-unregistered" }))
    await pay.through(promptPay)
  })
})

test("no page of payapp", async ({ pay, page }) => {
  await page.goto("about:blank")
  expect(await fault(pay.press(pay.action("pay")))).toMatch(/data-action="pay".* isn't there: the tab is at no page of payapp/)
})

test("late money is waited for", async ({ order, pay, sandbox }) => {
  await pay.open(order)
  await pay.through(promptPay)
  await sandbox.set(order, "EXPIRED")
  await expect(pay).toHaveStatus("expired")
  expect(await fault(expect(pay).toHaveStatus("failed"))).toContain('data-status is "expired", want "failed"')
  await expect(expect(pay).toHaveStatus("success", { timeout: 2500 })).rejects.toThrow(/"expired", want "success".*, after 2.5 s/)
  await sandbox.set(order, "SUCCESS")
  await expect(pay).toHaveStatus("success")
})

test("no token is printed", async ({ order, pay, page, watch }) => {
  watch.expect(502)
  watch.unplug()
  const nowhere = { ...order, url: order.url.replace(/^https?:\/\/[^/]+/, "http://127.0.0.1:9") }
  expect(await fault(pay.open(nowhere))).toMatch(/the link leads to .+ at http:\/\/127\.0\.0\.1:9\/\?…, not to a payment\s+at .*failing\.spec\.ts/)
  expect(page.url()).toBe("about:blank") // Playwright keeps what the page says
  await page.route("**/*", route => route.fulfill({ status: 502, contentType: "text/html", body: "<title>502 Bad Gateway</title>" }))
  expect(await fault(pay.open(order))).toMatch(/the link leads to no page of payapp, answer 502.*\?…, not to a payment/)
  expect(masked('page.goto: refused at https://pay.example/?token=eyJhbGciOi.eyJtZXJ.abc&x=1\n  - navigating to "https://pay.example/?x=1", waiting')).toBe(
    'page.goto: refused at https://pay.example/?…\n  - navigating to "https://pay.example/?…", waiting')
  expect(masked("/?x=1&token=abc eyJhbGciOi.eyJtZXJ.a_b-c")).toBe("/?x=1&token=… …")
  expect(masked(masked("http://127.0.0.1/?x=1 , and"))).toBe("http://127.0.0.1/?… , and")
  const late = Object.assign(new Error("x"), { stack: "Error: x\n    at processImmediate (node:internal/timers:454:9)\n    at t (a.spec.ts:1:1)" })
  expect(await fault(masking(() => Promise.reject(late)))).toBe("xError: x\n    at t (a.spec.ts:1:1)")
  const errors = [{ message: "http://127.0.0.1/?x=1&token=abc", stack: "at eyJhbGciOi.eyJtZXJ.a_b-c" }, {}]
  maskErrors(errors)
  expect(errors).toEqual([{ message: "http://127.0.0.1/?x=1&token=…", stack: "at …" }, {}])
})

test("misspelt steering", async ({ sandbox }) => {
  expect(await fault(sandbox.order({ amount: "99.00", currency: "THB", steering: "~sucess@2s" }))).toContain("~sucess@2s")
})
