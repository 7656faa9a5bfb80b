import { expect, test } from "../src/index.js"

const promptPay = { method: "PROMPTPAY", fields: { accountNumber: "0801234567" } }

test("a code is scanned, and the page tells by itself", async ({ order, pay, sandbox }) => {
  await pay.open(order)
  expect(await pay.through(promptPay)).toEqual(["options", "details", "instructions"])
  await expect(pay).toBeAt("instructions")
  await expect(pay).toAsk("99.00", "THB")
  await expect(pay).toHaveRow("qrCode", /^000201/)
  await expect(pay.qr).toBeVisible()
  await expect(pay).toHaveMoment("unpaid")
  await sandbox.play(order, "scan")
  await expect(pay).toHaveStatus("success")
  await expect(pay).toHaveMoment("paid")
  await expect(pay.action("return")).toHaveAttribute("href", order.returnUrl)
})

test("the bank leads back", async ({ sandbox, pay }) => {
  await pay.open(await sandbox.order({ amount: "1234.50", currency: "THB" }))
  await pay.through({ method: "ONLINE", operator: "004" })
  await pay.bank()
  await expect(pay).toHaveStatus("success")
})

test("the bank refuses, and cancels below what it folds", async ({ sandbox, pay }) => {
  for (const action of ["refuse", "cancel"] as const) {
    await pay.open(await sandbox.order({ amount: "99.00", currency: "THB" }))
    await pay.through({ method: "ONLINE", operator: "004" })
    await pay.bank(action)
    await expect(pay).toHaveStatus("failed")
  }
})

test("the customer pays another amount at the bank, and returns", async ({ sandbox, pay }) => {
  await pay.open(await sandbox.order({ amount: "99.00", currency: "THB" }))
  await pay.through({ method: "ONLINE", operator: "004" })
  await pay.bank("pay-partial")
  await pay.press(pay.action("return"))
  await expect(pay).toHaveStatus("success")
  await expect(pay).toHaveRow("money", "99.00") // what was ordered, beside what was paid
  await expect(pay.main.getByRole("heading", { level: 1 })).toContainText("฿49.50")
})

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, terms: { amount: "99.00", currency: "THB", steering: "~success@1s" } })
  test("by keyboard", async ({ order, pay, page }) => {
    await page.goto(order.url)
    await pay.input("paymentMethodCode").and(page.locator("[value=PROMPTPAY]")).check({ force: true })
    await page.locator('button:not([name])[data-action="continue"]').press("Enter")
    await pay.input("accountNumber").fill("0801234567")
    await pay.action("pay").press("Enter")
    await expect(page.locator("main[data-status=success]")).toBeVisible()
  })
})

test("a refusal says why", async ({ sandbox, pay }) => {
  await pay.open(await sandbox.order({ amount: "99.00", currency: "THB", steering: "~refuse-unregistered" }))
  await pay.through(promptPay)
  await expect(pay).toHaveProblem("CUSTOMER_NOT_REGISTERED")
  await expect(pay).not.toBeAt("instructions", { timeout: 1000 })
})

test("a broken link is told at once", async ({ sandbox, pay }) => {
  const order = await sandbox.order({ amount: "99.00", currency: "THB" })
  const broken = { ...order, url: order.url.replace("currencyCode=THB", "currencyCode=BAHT") }
  await expect(pay.open(broken)).rejects.toThrow("entry-invalid")
  await pay.open(broken, { problem: "entry-invalid" })
})

test("another status than the wanted one fails", async ({ sandbox, pay }) => {
  await pay.open(await sandbox.order({ amount: "99.00", currency: "THB", steering: "~refused@0s" }))
  await pay.through(promptPay)
  await expect(pay).toHaveStatus("failed")
  await expect(expect(pay).toHaveStatus("success", { timeout: 500 })).rejects.toThrow('data-status is "failed"')
})

test("a field at fault has its message", async ({ sandbox, pay }) => {
  await pay.open(await sandbox.order({ amount: "99.00", currency: "THB", parameters: { paymentMethodCode: "PROMPTPAY" } }))
  await pay.press(pay.action("pay"))
  await expect(pay.error("accountNumber")).toBeVisible()
  await expect(pay.input("accountNumber")).toHaveAttribute("aria-invalid", "true")
})
