import { chromium, type Page } from "@playwright/test";
import { step } from "../../scripts/steps/progress.ts";
import { storeSweep } from "../compare/stored-sweep.ts";
import { browserOptions } from "../playwright.config.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";
import { admin, Stack } from "../stack/stack.ts";
import { signIn } from "../steps/sign-in.ts";
import { printInteractions } from "./interactions.ts";
import { MainThread } from "./main-thread.ts";
import { Sent } from "./sent.ts";

const seriesCount = 12;
const depths = [1, 2, 4, 8, 16, 32, 64, 128];
const blockBytes = [512, 1024, 2048, 4096, 8192, 16_384, 32_768, 65_536];

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
    const sent = await Sent.to(page);
    await open(page, address);
    console.log(`  sent for it: ${sent.text}`);
    await printInteractions(page, await MainThread.of(browser, page));
    console.log(`  sent in all, with the interactions: ${sent.text}`);
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

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole("figure").first().waitFor();
  await page.waitForLoadState("networkidle");
}
