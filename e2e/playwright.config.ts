import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

const debianChromium = "/usr/bin/chromium";
/** Debian's Chromium where it is there; Playwright's own download where it is not. */
const chromium = process.env.CHROMIUM_PATH ?? (existsSync(debianChromium) ? debianChromium : undefined);

/** How the browser is started, here and by the screenshots. */
export const browserOptions = {
  ...(chromium === undefined ? {} : { executablePath: chromium }),
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};

/** A shared runner stalls now and then; what needed its second try is listed as flaky, and is to be mended. */
const retries = process.env.CI ? 1 : 0;

/** A folder of its own, which a run empties when it begins: another project may be running beside it. */
const outputOf = (project: string) => `../test-results/${project}`;

export default defineConfig({
  testDir: ".",
  // One stack serves all specs of a worker. They mostly wait, for clocks and for each other's processes: two take half the time of one, on
  // two cores.
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  retries,
  reporter: [["list"]],
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    // To write down every picture of every page costs more than many a test does: where there is a second try, that one is traced.
    trace: retries > 0 ? "on-first-retry" : "retain-on-failure",
    screenshot: "only-on-failure",
    viewport: { width: 1440, height: 900 },
    launchOptions: browserOptions,
  },
  projects: [
    { name: "browser", outputDir: outputOf("browser"), testMatch: "**/*.spec.ts", testIgnore: "lab/**" },
    { name: "lab", outputDir: outputOf("lab"), testMatch: "lab/journey.spec.ts", timeout: 300_000 },
    { name: "plans", outputDir: outputOf("plans"), testMatch: "lab/plans.spec.ts", timeout: 300_000 },
  ],
});
