import { test } from "../src/index.js"

// A failed test leads to its order's page in the sandbox, and has what that says.

const promptPay = { method: "PROMPTPAY", fields: { accountNumber: "0801234567" } }

interface Left { idPayin: string, console: string, states: { status: string }[], calls: { method: string, status: number }[] }

/** Looks at what a test left that was to fail: what is set up first ends last. */
const failed = test.extend<{ left: void }>({
  left: [async ({ }, use, info) => {
    await use()
    const kept = (ending: string) => info.attachments.find(one => one.name.endsWith(ending))?.body?.toString() ?? ""
    const text = kept(".txt"), story = JSON.parse(kept(".json") || "{}") as Partial<Left>, said = info.errors.map(error => error.message).join("\n")
    const lacks = Object.entries({
      text: /^order pw-\S+ of DEMO, PENDING: http\S+\/console\/payins\/pw-\S+\?merchant=DEMO\nstates\n {2}\S+ PENDING created\n/.test(text),
      call: /\n {2}\S+ POST \/payins\/pw-\S+ 200\n/.test(text), callbacks: text.includes("\ncallbacks\n"), masks: !/eyJ/.test(text + kept(".json")),
      json: story.states?.[0]?.status == "PENDING" && story.calls?.some(call => call.method == "POST" && call.status == 200),
      message: said.startsWith("Error: on purpose") && said.endsWith(`order ${story.idPayin} in the sandbox: ${story.console}`),
    }).filter(([, there]) => !there).map(([name]) => name)
    info.errors.length = 0
    info.status = "passed"
    if (lacks.length > 0) throw new Error(`${lacks.join(", ")} of ${said}\n${text}`)
  }, { auto: true }],
})

failed("its order's story is attached", async ({ order, pay }) => {
  await pay.open(order)
  await pay.through(promptPay)
  throw new Error("on purpose")
})

const alone = test.extend<{ left: void }>({
  left: [async ({ }, use, info) => {
    await use()
    const said = info.errors.map(error => error.message).join("\n"), kept = info.attachments.length
    info.errors.length = 0
    info.status = "passed"
    if (said != "Error: on purpose" || kept > 0) throw new Error(`${kept} attached: ${said}`)
  }, { auto: true }],
})

alone.describe("without a sandbox that knows", () => {
  alone.use({ sandboxURL: "http://127.0.0.1:1", watching: false })
  alone("nothing is said", async ({ app, page }) => {
    await page.goto(`${app}/?idPayin=o-1&merchantCode=DEMO`)
    throw new Error("on purpose")
  })
})
