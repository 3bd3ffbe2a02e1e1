/**
 * Makes the README's pictures from a real product with a real (virtual) host: `npm run screenshots --workspace e2e`.
 * Needs what the lab needs, and the built pages and agent (`npm test lab` builds both).
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { verdictRank } from "@crosspoint/domain";
import { type Browser, chromium, type Page } from "@playwright/test";
import { buildAgent, buildWeb, generateDatabaseClient } from "../../scripts/steps/build.ts";
import { root } from "../../scripts/steps/paths.ts";
import { step } from "../../scripts/steps/progress.ts";
import { startVirtualHost, urlInGuest, type VirtualHost } from "../lab/virtual-host.ts";
import { browserOptions } from "../playwright.config.ts";
import { importSamples } from "../steps/import-samples.ts";
import { expectLiveFigures, expectRunState, launchWorkload } from "../steps/launch.ts";
import { signIn } from "../steps/sign-in.ts";
import { admin, Stack } from "./stack.ts";

const output = join(root, "docs/images");
const size = { width: 1440, height: 1000 };
const GIB = 1 << 30;
/** Enough samples for the charts over time to show a history. */
const samplesWanted = 40;

/** Held to different speeds, as drives of different kinds are. */
const drives = [
  { serial: "VAULT7-SLOT0", sizeBytes: 4 * GIB, iopsLimit: 1000 },
  { serial: "VAULT7-SLOT1", sizeBytes: 4 * GIB },
  { serial: "VAULT7-SLOT2", sizeBytes: 2 * GIB, iopsLimit: 500 },
  { serial: "VAULT7-SLOT3", sizeBytes: 2 * GIB },
] as const;
const [measured, , , sick] = drives;

const binaries = await step("Build pages and agent", async (show) => {
  await generateDatabaseClient(show);
  await buildWeb(show);
  return await buildAgent(show);
});
const stack = await step("Start the product", () => Stack.start());
let host: VirtualHost | undefined;
let browser: Browser | undefined;
try {
  await stack.createAdmin();
  host = await step("Boot the virtual host", () => bootHost());
  browser = await chromium.launch(browserOptions);
  const context = await browser.newContext({ baseURL: stack.settings.webUrl, viewport: size, reducedMotion: "reduce" });
  const page = await context.newPage();
  await signIn(page, admin);
  const runId = await step("Measure a drive", () => measure(page));
  await step("Gather a history", () => gatherHistory(host as VirtualHost));
  await step("Take the pictures", () => takePictures(page, runId));
} finally {
  await browser?.close();
  await host?.stop();
  await stack.close();
}

async function bootHost(): Promise<VirtualHost> {
  const booted = await startVirtualHost({
    hostname: "vault-7",
    drives,
    agentBinary: `${binaries}/crosspoint-agent`,
    benchBinary: `${binaries}/uring-bench`,
  });
  const server = urlInGuest(stack.settings.gatewayUrl);
  const command = `crosspoint-agent run --server ${server} --allow-plain-http --token ${await stack.enrollmentToken()}`;
  await booted.startService("agent", `${command} --sample-interval 2s`);
  await until("the drives are known", async () => (await stack.db.driveLatest.count()) === drives.length);
  return booted;
}

async function measure(page: Page): Promise<string> {
  const fields = { "Queue depth": 16, "Duration (s)": 45, "Warm-up (s)": 3 };
  const runId = await launchWorkload(page, measured.serial, fields);
  await expectLiveFigures(page);
  await expectRunState(page, "Complete", 120_000);
  return runId;
}

async function gatherHistory(virtualHost: VirtualHost): Promise<void> {
  await virtualHost.setCriticalWarning(sick.serial, 0b100);
  const drive = await stack.db.drive.findFirstOrThrow({ where: { serial: measured.serial } });
  await until("there is a history", async () => {
    return (await stack.db.smartSample.count({ where: { driveId: drive.id } })) >= samplesWanted;
  });
  await until(
    "the warning is known",
    async () => (await stack.db.driveState.count({ where: { verdictRank: verdictRank("replace") } })) === 1,
  );
}

async function takePictures(page: Page, runId: string): Promise<void> {
  const { id: driveId } = await stack.db.drive.findFirstOrThrow({ where: { serial: measured.serial } });
  const pictures = [
    { name: "fleet", path: "/fleet", chart: "Drives by composite temperature" },
    { name: "drive", path: `/drives/${driveId}`, chart: undefined },
    { name: "run", path: `/benchmarks/${runId}`, chart: "Latency over time" },
    {
      name: "compare",
      path: `/compare?m=${runId}.0.read&with=reference&scale=logarithmic`,
      chart: "IOPS by workload",
    },
  ];
  mkdirSync(output, { recursive: true });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const { name, path, chart } of pictures) {
      await page.goto(path);
      // A chart is a figure with its name; the drive page is told by its first.
      await page
        .getByRole("figure", chart === undefined ? {} : { name: chart })
        .first()
        .waitFor();
      await page.evaluate(() => document.fonts.ready);
      // Charts measure their room once they are in the page: two frames later they are drawn.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      await page.screenshot({ path: join(output, `${name}-${colorScheme}.png`) });
    }
  }
  await importSamples(page, measured.serial);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.screenshot({ path: join(output, `import-${colorScheme}.png`) });
  }
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 180_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`It did not come about within three minutes that ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
