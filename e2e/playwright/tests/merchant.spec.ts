import { expect, Sandbox, test, type Terms } from "../src/index.js"

const promptPay = { method: "PROMPTPAY", fields: { accountNumber: "0801234567" } }

// Two suites at once, each with a merchant of its own.
for (const key of [true, false]) {
  test(`a merchant of one's own, with ${key ? "a key" : "a secret"}`, async ({ sandbox, pay }) => {
    const mine = await sandbox.merchant({ name: "Lotus Books", methods: ["THB/PROMPTPAY", "THB/ONLINE"], key, rate: 1000 })
    const other = await sandbox.merchant()
    await sandbox.fault(other, "503")
    const order = await sandbox.order({ amount: "99.00", currency: "THB", merchant: mine, steering: "~expires@10m" })
    await pay.open(order)
    await pay.through(promptPay)
    await sandbox.moveClock(other, "15m")
    await expect(pay).toHaveStatus("pending")
    await sandbox.moveClock(mine, "15m")
    await sandbox.wait(order, "EXPIRED")
    await sandbox.remove(mine)
    await sandbox.remove(other)
  })
}

test.describe("the fixture", () => {
  test.use({ merchantTerms: { name: "Lotus Books" }, terms: ({ merchant }, use) => use({ amount: "99.00", currency: "THB", merchant, validity: "3h" }) })
  test("signs, and is whom pages name", async ({ order, pay, sandbox, merchant }) => {
    expect(order.payee).toBe("Lotus Books")
    await pay.open(order)
    await pay.through(promptPay)
    await sandbox.moveClock(merchant, "1h")
    await expect(pay).toHaveStatus("expired")
  })
})

const wrong: { name: string, terms: Terms, want: RegExp }[] = [
  { name: "an undefined merchant", terms: { amount: "99.00", currency: "THB", merchant: undefined! }, want: /terms\.merchant is undefined, so that DEMO would sign/ },
  { name: "an amount with a comma", terms: { amount: "1,250.00", currency: "THB" }, want: /the amount is "1,250\.00": digits and at most one point/ },
  { name: "a validity without a unit", terms: { amount: "99.00", currency: "THB", validity: "90" }, want: /"90" is no duration such as 90s, 15m or 2h/ },
  { name: "steering that contradicts itself", terms: { amount: "99.00", currency: "THB", steering: "~success@1s~refused" }, want: /~success@1s and ~refused contradict each other/ },
]

for (const { name, terms, want } of wrong) {
  test(`${name} is an error`, async ({ sandbox }) => {
    await expect(sandbox.order(terms)).rejects.toThrow(want)
  })
}

test("an operator that there isn't is an error", async ({ sandbox }) => {
  await expect(sandbox.merchant({ operators: ["nobody"] })).rejects.toThrow(/There is no operator "nobody"/)
})

test("addresses that are swapped, and no sandbox, are told", async ({ app, request }) => {
  const terms = { amount: "99.00", currency: "THB" }
  await expect(new Sandbox(app, app, request).order(terms)).rejects.toThrow(/answers 40\d without JSON, and isn't payapp's sandbox: is sandboxURL right\?$/)
  await expect(new Sandbox("http://127.0.0.1:9", app, request).order(terms)).rejects.toThrow(/^no sandbox answers at http:\/\/127\.0\.0\.1:9: does it run/)
})
