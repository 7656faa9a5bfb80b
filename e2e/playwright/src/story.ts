import type { APIRequestContext, TestInfo } from "@playwright/test"
import { masked } from "./masked.js"

// As Go's kit tells it: e2e/kit/story.go.

/** An order that a tab came with. */
export interface Came { idPayin: string, merchantCode: string }

/** What the sandbox's console knows of an order. */
interface Story {
  idPayin: string
  merchantCode?: string
  status?: string
  states?: { at: string, status: string, failureReasonCode?: string, cause: string, planned: boolean }[]
  calls?: { at: string, method: string, path: string, status: number, why?: { code: string, reason: string } }[]
  callbacks?: { tellsOf: string, state: string, url: string, attempts: { at: string, status: number, error?: string }[] }[]
}

/** How many calls a story has at most: who waits asks often. */
const toldCalls = 100

/** How long the sandbox may take: the test has failed already. */
const timeout = 10_000

/** Attaches the stories of orders to a failed test, and returns where they go on. What the sandbox doesn't know, or isn't there to tell, isn't said. */
export async function attachStories(info: TestInfo, request: APIRequestContext, sandboxURL: string, orders: Came[]): Promise<string[]> {
  const told: string[] = []
  for (const { idPayin, merchantCode } of sandboxURL ? orders : []) {
    const address = consoleOf(sandboxURL, idPayin, merchantCode)
    const story = await read(request, address).catch(() => undefined)
    if (!story) continue
    told.push(`order ${idPayin} in the sandbox: ${address}`)
    await info.attach(`order ${idPayin}.json`, { body: JSON.stringify({ console: address, ...story }, undefined, 2), contentType: "application/json" })
    await info.attach(`order ${idPayin}.txt`, { body: readable(story, address), contentType: "text/plain" })
  }
  return told
}

/** An order's page in the sandbox's console. */
function consoleOf(sandboxURL: string, idPayin: string, merchantCode: string): string {
  return `${sandboxURL}/console/payins/${encodeURIComponent(idPayin)}${merchantCode ? `?${new URLSearchParams({ merchant: merchantCode })}` : ""}`
}

/** What the sandbox's console tells of an order; undefined if it knows none, or can't be asked. */
export async function tellsOf(request: APIRequestContext, sandboxURL: string, idPayin: string, merchantCode: string): Promise<Story | undefined> {
  return read(request, consoleOf(sandboxURL, idPayin, merchantCode), text => JSON.parse(text) as Story).catch(() => undefined)
}

async function read(request: APIRequestContext, address: string, parse = short): Promise<Story | undefined> {
  const answer = await request.get(address, { headers: { Accept: "application/json" }, timeout })
  return answer.status() == 200 ? parse(await answer.text()) : undefined
}

function short(text: string): Story {
  const { idPayin, merchantCode, status, states, calls, callbacks } = JSON.parse(text, (_, value: unknown) => typeof value == "string" ? masked(value) : value) as Story
  return {
    idPayin, ...(merchantCode ? { merchantCode } : {}), ...(status ? { status } : {}),
    states: (states ?? []).map(({ at, status, failureReasonCode, cause, planned }) => ({ at, status, ...(failureReasonCode ? { failureReasonCode } : {}), cause, planned })),
    calls: (calls ?? []).slice(-toldCalls).map(({ at, method, path, status, why }) => ({ at, method, path, status, ...(why ? { why: { code: why.code, reason: why.reason } } : {}) })),
    callbacks: (callbacks ?? []).map(({ tellsOf, state, url, attempts }) => ({ tellsOf, state, url, attempts: attempts.map(({ at, status, error }) => ({ at, status, ...(error ? { error } : {}) })) })),
  }
}

/** For people. */
function readable(story: Story, address: string): string {
  const joined = (...parts: (string | number | undefined)[]) => parts.filter(Boolean).join(" ")
  return [
    `order ${story.idPayin} of ${story.merchantCode ?? ""}, ${story.status ?? "never created"}: ${address}`,
    "states", ...(story.states ?? []).map(s => "  " + joined(s.at, s.status, s.failureReasonCode, (s.planned ? "planned: " : "") + s.cause)),
    "calls", ...(story.calls ?? []).map(c => "  " + joined(c.at, c.method, c.path, c.status || "cut off", c.why?.code, c.why?.reason)),
    "callbacks", ...(story.callbacks ?? []).flatMap(c => ["  " + joined(c.tellsOf, c.state, c.url), ...c.attempts.map(a => "    " + joined(a.at, a.status || "no answer", a.error))]),
  ].join("\n") + "\n"
}
