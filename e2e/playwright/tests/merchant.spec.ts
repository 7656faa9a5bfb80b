import { expect, test } from "../src/index.js"

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
