import { defineConfig } from "@playwright/test";

/** Debian's Chromium where it is there (Playwright's own download is used where it is not). */
const chromium = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";

export default defineConfig({
  testDir: ".",
  outputDir: "../test-results",
  // One stack serves all specs of a worker, and the machine may have two cores.
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"]],
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      executablePath: chromium,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    { name: "browser", testMatch: "**/*.spec.ts", testIgnore: "lab/**" },
    { name: "lab", testMatch: "lab/**/*.spec.ts", timeout: 300_000 },
  ],
});
