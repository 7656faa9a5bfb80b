import { createServer, request as ask } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, test } from "../src/index.js"

// What a test doesn't ask for, and what its page has wrong, fails it all the same.

const promptPay = { method: "PROMPTPAY", fields: { accountNumber: "0801234567" } }

/** The application behind a proxy that writes something else into its pages. */
const lying = test.extend<{ change: (html: string) => string }>({
  change: [html => html, { option: true }],
  app: async ({ app, change }, use) => {
    const proxy = createServer((request, answer) => {
      const behind = ask(app + request.url, { method: request.method ?? "GET", headers: { ...request.headers, "accept-encoding": "identity", host: new URL(app).host } }, came => {
        const place = came.headers.location?.replace(app, "")
        const headers = { ...came.headers, ...(place ? { location: place } : {}) }
        if (!came.headers["content-type"]?.startsWith("text/html")) return void came.pipe(answer.writeHead(came.statusCode ?? 502, headers))
        delete headers["content-length"]
        let html = ""
        came.setEncoding("utf8").on("data", part => html += part).on("end", () => answer.writeHead(came.statusCode ?? 502, headers).end(change(html)))
      })
      request.pipe(behind.on("error", () => answer.destroy()))
    })
    await new Promise<void>(listens => proxy.listen(0, "127.0.0.1", listens))
    await use(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`)
    proxy.closeAllConnections()
    await new Promise(closed => proxy.close(closed))
  },
})

const ordered = /^(Error: )?the page says 98\.00 THB, and what was ordered is 99\.00 THB/

const lies: { name: string, change: (html: string) => string, want: RegExp }[] = [
  { name: "another amount", change: html => html.replaceAll(/฿99\.00(?=<\/bdi>|\s)/g, "฿98.00"), want: /^(Error: )?the page shows the amount "฿98\.00", and its hook says 99\.00/ },
  { name: "an amount in the heading", change: html => html.replace(/<h1.*?<\/h1>/s, heading => heading.replaceAll("฿99.00", "฿98.00")), want: /the page's heading shows the amount "฿98\.00", and its hooks say 99\.00/ },
  { name: "another currency", change: html => html.replaceAll(/฿99\.00/g, "₹99.00"), want: /the page shows the amount "₹99\.00", and its hook says THB/ },
  { name: "another payee", change: html => html.replaceAll(/(data-row="payeeName"[^>]*>(?:(?!<\/div>).)*)Demo Shop/gs, "$1THIEF"), want: /and the hook of the row payeeName says "Demo Shop"/ },
  { name: "another amount in words and hook", change: html => html.replaceAll(/(data-amount="|฿)99\.00(?="|<\/bdi>)/g, "$198.00"), want: ordered },
  { name: "another amount in hook and title", change: html => html.replaceAll(/data-amount="99\.00"|฿99\.00(?=<\/title>)/g, said => said.replace("99", "98")), want: /the page shows the amount "฿99\.00", and its hook says 98\.00/ },
  { name: "another amount everywhere", change: html => html.replaceAll("99.00", "98.00"), want: ordered },
  { name: "another currency everywhere", change: html => html.replaceAll('data-currency="THB"', 'data-currency="INR"').replaceAll("฿", "₹"), want: /the page says 99\.00 INR, and what was ordered is 99\.00 THB/ },
  { name: "another payee everywhere", change: html => html.replaceAll("Demo Shop", "Thief Shop"), want: /the page says that Thief Shop is paid, and the order's payee is Demo Shop/ },
  { name: "another order everywhere", change: html => html.replaceAll("pw-", "pv-"), want: /the page says that the order is pv-\S+, and it is pw-/ },
  { name: "a payment that nobody made", change: html => html.replace('data-page="instructions" data-status="pending"', 'data-page="status" data-status="success"'), want: /the page says success, and the gateway PENDING/ },
  { name: "another payee of the code", change: html => html.replaceAll(/data-row="payeeName".*?<\/div>/gs, row => row.replaceAll("Demo Shop", "Thief")), want: /the page's row payeeName says "Thief", which the gateway never answered/ },
]

lying.describe("another amount that is meant", () => {
  lying.use({ change: ({}, use) => use(html => html.replaceAll("99.00", "98.00")) })
  lying("is no fault", async ({ order, pay }) => {
    await pay.open({ ...order, amount: "98.00" })
    await expect(pay).toAsk("98.00", "THB")
  })
})

for (const { name, change, want } of lies) {
  lying.describe(name, () => {
    lying.use({ change: ({}, use) => use(change) })
    lying("fails the walk", async ({ order, pay, page }) => {
      const said = await pay.open(order).then(() => pay.through(promptPay)).then(() => "nothing failed", String)
      expect(said).toMatch(want)
      await page.goto("about:blank")
    })
  })
}

test("matchers see what people see", async ({ order, pay, page, watch }) => {
  await pay.open(order)
  await pay.through(promptPay)
  const refused = async (work: Promise<unknown>) => String(await work.then(() => "nothing failed", String))
  await page.evaluate(() => { document.querySelector("[data-amount] bdi, [data-amount]")!.textContent = "฿98.00" })
  for (const wait of [
    () => expect(pay).toAsk("99.00", "THB"), () => expect(pay).not.toAsk("98.00", "THB"),
    () => expect(pay).toHaveStatus("pending"), () => expect(pay).toHaveRow("qrCode", /^000201/),
  ]) {
    expect(await refused(wait())).toMatch(/^Error: the page shows the amount "฿98\.00", and its hook says 99\.00$/m)
  }
  watch.take()
  await page.evaluate(() => { for (const e of document.querySelectorAll<HTMLElement>("[data-amount]")) e.style.display = "none" })
  expect(await refused(expect(pay).toAsk("99.00", "THB"))).toContain("an amount that people see isn't on the page instructions")
  watch.take() // an element's own style is against the policy
  await page.reload()
  await expect(pay).toAsk("99.00", "THB")
})

test("another status than is meant", async ({ order, pay, sandbox, page, watch }) => {
  await pay.open(order)
  await pay.through(promptPay)
  await sandbox.set(order, "SUCCESS")
  await expect(pay).toHaveStatus("success")
  await page.evaluate(() => { document.querySelector("main")!.dataset["status"] = "failed" })
  await expect(expect(pay).toHaveStatus("failed")).rejects.toThrow(/^the page says "You paid ฿99\.00", which is success, and its hook says failed/)
  watch.take()
  await page.reload()
})

const faults: { name: string, script: string, want: RegExp }[] = [
  { name: "console.error", script: `console.error("broken")`, want: /^console\.error: broken$/m },
  { name: "console.warn", script: `console.warn("odd")`, want: /^console\.warning: odd$/m },
  { name: "a script that throws", script: `setTimeout(() => { throw new Error("broken") })`, want: /^script failed: broken$/m },
  { name: "an answer", script: `fetch("/missing/events")`, want: /^answer 404: http\S+\/missing\/events$/m },
  { name: "a second request", script: `fetch("/robots.txt")`, want: /^a page needs a second request: fetch http\S+\/robots\.txt$/m },
  { name: "a third party", script: `new Image().src = "http://127.0.0.1:1/x.png"`, want: /^(a request to a third party: http:\/\/127\.0\.0\.1:1\/x\.png|content security policy: .*)$/m },
  { name: "the policy", script: `document.body.setAttribute("style", "color: red")`, want: /^content security policy: /m },
  { name: "storage", script: `localStorage.setItem("x", "1")`, want: /^the page stores /m },
]

for (const { name, script, want } of faults) {
  test(`${name} is seen`, async ({ order, pay, page, watch }) => {
    await pay.open(order)
    await page.evaluate(`void (${script})`)
    let said = ""
    await expect.poll(async () => {
      await watch.look(page)
      return said += watch.take() + "\n"
    }).toMatch(want)
    await page.goto("about:blank")
    await page.evaluate(() => null)
    watch.take()
  })
}

test("of a second request that fails, the answer is told", async ({ order, pay, page, watch }) => {
  await pay.open(order)
  const answered = page.waitForResponse("**/missing.png")
  await page.evaluate(() => { new Image().src = "/missing.png" })
  await answered
  expect(watch.take()).toMatch(/^answer 404: http\S+\/missing\.png$/)
})

test("a token is seen in a title, an address and a request", async ({ order, pay, page, watch }) => {
  await pay.open(order)
  const token = new URL(order.url).searchParams.get("token")!
  await page.evaluate(token => { document.title = token; history.replaceState({ token }, "", `?t=${token}`) }, token)
  await watch.look(page)
  const said = watch.take()
  for (const where of ["the page's address", "the page", "the tab's history"]) expect(said).toContain(`the token is in ${where}:`)
  expect(said).not.toContain(token.slice(0, 40))
  await page.goto("about:blank")
})

test("a wide page is seen", async ({ app, page, watch }) => {
  await page.route("**/wide", route => route.fulfill({ contentType: "text/html", body: "<!DOCTYPE html><main><div style='width: 4000px'>wide</div></main>" }))
  await page.goto(app + "/wide")
  await watch.look(page)
  expect(watch.take()).toMatch(/^the page scrolls to the side: 4\d+ > /m)
  await page.goto("about:blank")
})

test.describe("without a page object", () => {
  test.fail() // by what was seen alone
  test("the tab is watched", async ({ order, page }) => {
    await page.goto(order.url)
    await page.evaluate(() => console.error("broken"))
  })
})

test.describe("not watched", () => {
  test.use({ watching: false })
  test("nothing is seen", async ({ order, pay, page }) => {
    await pay.open(order)
    await page.evaluate(() => console.error("broken"))
  })
})
