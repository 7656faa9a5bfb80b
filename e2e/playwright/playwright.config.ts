import { defineConfig, devices } from "@playwright/test"
import type { PayappOptions } from "./src/index.js"

// Debian's Chromium by PAYAPP_CHROMIUM; without it Playwright's own engines, all three.
const executablePath = process.env["PAYAPP_CHROMIUM"]
const engines = executablePath ? ["Desktop Chrome", "Pixel 7"] : ["Desktop Chrome", "Pixel 7", "Desktop Firefox", "Desktop Safari", "iPhone 15"]

export default defineConfig<PayappOptions>({
  testDir: "tests",
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  timeout: 180_000, // they only end what hangs: a page doesn't depend on how busy the machine is
  expect: { timeout: 60_000 },
  reporter: [["line"]],
  use: {
    app: process.env["PAYAPP_URL"] ?? "http://localhost:8080",
    sandboxURL: process.env["PAYAPP_SANDBOX_URL"] ?? "http://127.0.0.1:8081",
    trace: "off", // a trace has the customer's token
  },
  projects: engines.map(name => ({
    name,
    use: { ...devices[name], ...(executablePath ? { launchOptions: { executablePath } } : {}) },
  })),
})
