import { type CDPSession, chromium, type Page } from "@playwright/test";
import { step } from "../../scripts/steps/progress.ts";
import { storeSweep } from "../compare/stored-sweep.ts";
import { browserOptions } from "../playwright.config.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";
import { admin, Stack } from "../stack/stack.ts";
import { signIn } from "../steps/sign-in.ts";

const seriesCount = 12;
const depths = [1, 2, 4, 8, 16, 32, 64, 128];
const blockBytes = [512, 1024, 2048, 4096, 8192, 16_384, 32_768, 65_536];
/** Long enough that nothing more follows from a click. */
const quietMs = 700;

/** What a person does with a comparison, by the names of the controls. */
const interactions: readonly (readonly [name: string, act: (page: Page) => Promise<void>])[] = [
  ["another metric", (page) => page.getByRole("radio", { name: "p99 latency", exact: true }).check()],
  ["logarithmic axis", (page) => page.getByRole("radio", { name: "Log", exact: true }).check()],
  ["relative to the baseline", (page) => page.getByRole("radio", { name: "Relative to the baseline" }).check()],
  ["curves over size", (page) => page.getByRole("radio", { name: "Size", exact: true }).check()],
  ["pointer over a curve", pointAtCurve],
];

/** The largest comparison that there may be, in a real browser: what is sent, and what each interaction costs the main thread. */
export async function measureComparison(): Promise<void> {
  const stack = await step("Start the product", () => Stack.start());
  const browser = await chromium.launch(browserOptions);
  try {
    await stack.createAdmin();
    const address = await step("Store 12 runs of 64 points", () => storeRuns(stack));
    const context = await browser.newContext({
      baseURL: stack.settings.webUrl,
      viewport: { width: 1440, height: 900 },
    });
    const page = await context.newPage();
    await signIn(page, admin);
    console.log(`\nA comparison of ${seriesCount} series of ${depths.length * blockBytes.length} points`);
    await printOpening(page, address);
    const session = await context.newCDPSession(page);
    // What the thread worked, not how long it took: other programs on the machine change nothing of it.
    await session.send("Performance.setTimeDomain", { timeDomain: "threadTicks" });
    await session.send("Performance.enable");
    for (const [name, act] of interactions) await printInteraction(page, session, { name, act });
  } finally {
    await browser.close();
    await stack.close();
  }
}

async function storeRuns(stack: Stack): Promise<string> {
  const host = await SimulatedHost.enroll(stack.settings.gatewayUrl, await stack.enrollmentToken(), "bench-shelf");
  const serials = Array.from({ length: seriesCount }, (_, index) => `BENCH${String(index).padStart(8, "0")}`);
  const identities = serials.map((serial) => ({ pciVendorId: 0x8086, model: "INTEL SSDPED1K375GA", serial }));
  await host.report(identities.map((identity) => ({ identity, capacityBytes: 375_083_606_016 })));
  const runs: string[] = [];
  for (const [index, serial] of serials.entries()) {
    const { id: driveId } = await stack.db.drive.findFirstOrThrow({ where: { serial } });
    const of = { driveId, hostId: host.hostId, factor: 1 - index / 40, minute: index };
    runs.push(await storeSweep(stack.db, { ...of, depths, blockBytes }));
  }
  return `/compare?s=${runs.map((id) => `run:${id}`).join(",")}`;
}

async function printOpening(page: Page, address: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const answers = new Set<string>();
  let [all, compared] = [0, 0];
  session.on("Network.responseReceived", ({ requestId, response }) => {
    if (response.url.includes("/api/trpc/")) answers.add(requestId);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    all += encodedDataLength;
    if (answers.has(requestId)) compared += encodedDataLength;
  });
  await page.goto(address);
  await page.getByRole("figure").first().waitFor();
  await page.waitForLoadState("networkidle");
  const kib = (bytes: number) => `${(bytes / 1024).toFixed(0)} KiB`;
  console.log(`  sent for it: ${kib(compared)} of answers, ${kib(all)} with the page, its scripts and fonts`);
  await session.detach();
}

interface Interaction {
  readonly name: string;
  readonly act: (page: Page) => Promise<void>;
}

async function printInteraction(page: Page, session: CDPSession, { name, act }: Interaction): Promise<void> {
  await page.waitForTimeout(quietMs);
  await page.evaluate(observeLongTasks);
  const before = await busyMs(session);
  await act(page);
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(quietMs);
  const busy = (await busyMs(session)) - before;
  const longest = await page.evaluate(longestTaskMs);
  console.log(
    `  ${name.padEnd(26)} ${busy.toFixed(0).padStart(5)} ms of main-thread work, longest task ${longest.toFixed(0)} ms by the clock`,
  );
}

/** Everything that the main thread did since the page was opened. */
async function busyMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0);
}

type Observed = typeof globalThis & { longest?: number; observer?: PerformanceObserver };

function observeLongTasks(): void {
  const here = globalThis as Observed;
  here.observer?.disconnect();
  here.longest = 0;
  here.observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) here.longest = Math.max(here.longest ?? 0, duration);
  });
  here.observer.observe({ type: "longtask" });
}

function longestTaskMs(): number {
  return (globalThis as Observed).longest ?? 0;
}

async function pointAtCurve(page: Page): Promise<void> {
  const place = await page.getByRole("figure").first().boundingBox();
  if (place === null) throw new Error("There is no chart on the page.");
  await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2);
}
