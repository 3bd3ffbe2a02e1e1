import { randomUUID } from "node:crypto";
import { findPlan } from "@crosspoint/catalog";
import type { RunCounters } from "@crosspoint/protocol";
import type { Page } from "@playwright/test";
import { extractText, getDocumentProxy } from "unpdf";
import { expect, test } from "../stack/fixtures.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";
import type { Stack } from "../stack/stack.ts";
import { storeRun } from "../stack/stored-runs.ts";

const model = "INTEL SSDPEDMD400G4";
const serials = [1, 2, 3, 4, 5].map((number) => `CVFTQUALIFIED00${number}`);
const span = "400088457216";
const planHash = "0".repeat(64);
const beganAt = new Date("2026-11-20T10:00:00Z");

const log: NonNullable<RunCounters["log"]> = {
  criticalWarning: 0,
  compositeTemperatureKelvin: 318,
  availableSparePercent: 100,
  availableSpareThresholdPercent: 10,
  percentageUsed: 0,
  dataUnitsRead: "1000",
  dataUnitsWritten: "2000",
  hostReadCommands: "1",
  hostWriteCommands: "1",
  controllerBusyTimeMinutes: "1",
  powerCycles: "4",
  powerOnHours: "12",
  unsafeShutdowns: "1",
  mediaErrors: "0",
  errorLogEntries: "9",
  warningTemperatureTimeMinutes: 0,
  criticalTemperatureTimeMinutes: 0,
  temperatureSensorsKelvin: [],
};

interface Drive {
  readonly serial: string;
  readonly iops?: number;
  readonly mediaErrors?: string;
  /** Where a block was read back wrong. */
  readonly wrongAt?: string;
}

/** A short qualification that is over: its points are stored, and its agent tells the rest over the wire. */
async function qualify(stack: Stack, host: SimulatedHost, { serial, iops = 8000, mediaErrors = "0", wrongAt }: Drive) {
  const drive = await stack.db.drive.findFirstOrThrow({ where: { serial } });
  const plan = findPlan("qualification-short");
  if (plan === undefined) throw new Error("The catalog has no short qualification.");
  const points = plan.points.map(({ spec }) => ({
    spec,
    measured: [{ direction: "write" as const, iops, latencyNs: 4_000_000 }],
  }));
  const of = { driveId: drive.id, hostId: host.hostId, state: "complete", requestedAt: beganAt } as const;
  const runId = await storeRun(stack.db, { ...of, points });
  const { id: planId, name: planName } = plan.document;
  const document = { planId, planName, plan: plan.document as object, planHash };
  await stack.db.benchmarkRun.update({ where: { id: runId }, data: document });
  const wrong = wrongAt === undefined ? {} : { firstMismatchBytes: wrongAt };
  const verification = { matched: 1, mismatched: wrongAt === undefined ? 0 : 1, unknown: 0, spanBytes: span, ...wrong };
  await stack.db.benchmarkPoint.updateMany({
    where: { runId, sequence: 0 },
    data: { verification: { ...verification, readBackBytes: span } },
  });
  const moment = (minutes: number) => ({ id: randomUUID(), timeMs: beganAt.getTime() + minutes * 60_000 });
  const at = (minutes: number) => ({ ...moment(minutes), runId });
  const counters = { kind: "runCounters" as const, errorLog: [], vendorLogs: [] };
  await host.tell([
    { ...at(0), ...counters, moment: "before", log },
    { ...at(1), kind: "runSelfTest", number: 0, stepPath: [1], test: "short", outcome: "passed" },
    { ...moment(5), kind: "smart", drive: { pciVendorId: 0x8086, model, serial }, log },
    { ...at(9), ...counters, moment: "after", log: { ...log, mediaErrors, dataUnitsWritten: "782000" } },
  ]);
  return runId;
}

/** The text of the page as it is printed. */
async function printed(page: Page): Promise<string> {
  const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ preferCSSPageSize: true })));
  const { text } = await extractText(pdf, { mergePages: true });
  return text.replaceAll(/\s+/g, " ");
}

test.describe("a qualification", () => {
  test.describe.configure({ mode: "serial" });
  let host: SimulatedHost;

  test.beforeAll(async ({ stack }) => {
    host = await SimulatedHost.enroll(stack.settings.gatewayUrl, await stack.enrollmentToken(), "qualification-shelf");
    const identities = serials.map((serial) => ({ pciVendorId: 0x8086, model, serial }));
    await host.report(identities.map((identity) => ({ identity, capacityBytes: Number(span) })));
  });

  test("says by which criterion a drive fails, and prints it", async ({ adminPage: page, stack }) => {
    const [serial = ""] = serials;
    const runId = await qualify(stack, host, { serial, mediaErrors: "2", wrongAt: "33554432" });
    await page.goto(`/benchmarks/${runId}`);
    const criteria = page.getByRole("region", { name: "Qualification" });
    await expect(criteria).toContainText("Fail");
    const row = (name: string) => criteria.getByRole("row").filter({ hasText: name });
    await expect(row("Data intact over the whole span")).toContainText("the first at byte 33,554,432");
    await expect(row("No new media or data integrity errors")).toContainText("2 new (2 in all)");
    await expect(row("Self-test passed")).toContainText("Pass");
    await expect(row("Rated figures met")).toContainText("Not judged");
    const fills = page.getByRole("table", { name: "Preconditioning" });
    await expect(fills).toContainText("read back (100 % of the span); 1 wrong, the first at byte 33,554,432");
    const effect = page.getByRole("region", { name: "What this run did to the drive" });
    await expect(effect.getByRole("row").filter({ hasText: "Written" })).toContainText("399.4 GB");
    await expect(effect).toContainText("Self-test, short: Passed");

    await page.getByRole("link", { name: "Report" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(`Qualification: short of`);
    await expect(page.getByRole("button", { name: "Print" })).toBeVisible();
    const text = await printed(page);
    for (const words of [
      serial,
      "qualification-shelf",
      "Data intact over the whole span Fail",
      "No new media or data integrity errors Fail",
      "Self-test passed Pass",
      "What this run did to the drive",
    ]) {
      expect(text).toContain(words);
    }
    // Broken where the line ends.
    for (const id of [planHash, runId]) expect(text.replaceAll(" ", "")).toContain(id);
    for (const screen of ["Search", "Print", "Settings"]) expect(text).not.toContain(screen);
  });

  test("passes a good drive, and names the odd one of a batch", async ({ adminPage: page, stack }) => {
    const batch = await stack.db.benchmarkBatch.create({
      data: {
        id: randomUUID(),
        name: "New shelf",
        planId: "qualification-short",
        planName: "Qualification: short",
        planHash,
        requestedBy: "ada@example.com",
        requestedAt: beganAt,
      },
    });
    const runs = [];
    for (const [index, serial] of serials.entries()) {
      runs.push(await qualify(stack, host, { serial, iops: index === 3 ? 4000 : 8000 + index }));
    }
    await stack.db.benchmarkRun.updateMany({ where: { id: { in: runs } }, data: { batchId: batch.id } });
    await page.goto(`/benchmarks/batches/${batch.id}`);
    await page.getByRole("link", { name: "Report" }).click();
    const drives = page.getByRole("table", { name: "Drives" }).getByRole("row");
    await expect(drives).toHaveCount(6);
    await expect(drives.nth(1)).toContainText("Pass");
    const odd = page.getByRole("table", { name: "Odd ones out" }).getByRole("row");
    await expect(odd).toHaveCount(3);
    await expect(odd.nth(1)).toContainText("CVFTQUALIFIED004");
    await expect(odd.nth(1)).toContainText("−50 %");
    const text = await printed(page);
    expect(text).toContain("Odd one out: INTEL SSDPEDMD400G4");
    for (const serial of serials) expect(text).toContain(serial);
  });
});
