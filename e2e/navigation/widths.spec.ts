import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "../stack/fixtures.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";
import { storePlan } from "../stack/stored-plans.ts";
import { storeRun } from "../stack/stored-runs.ts";
import { overflowing, settledWithinMs } from "../steps/overflowing.ts";
import { picture } from "../steps/picture.ts";

const drive = { pciVendorId: 0x8086, model: "INTEL SSDPED1K375GA", serial: "WIDTHS7335006W375AGN" };
const worn = { pciVendorId: 0x1344, model: "Micron_9100_MTFDHAX1T2MCF", serial: "WIDTHS63212F0A1B2" };
const widths = [390, 1024, 1280, 1440] as const;

/** At every width, once the page is there. */
async function expectNothingOverflows(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await picture(
    page,
    `widths-${path
      .split("?")[0]
      ?.replace(/[0-9a-f]{8}-[0-9a-f-]+/, "one")
      .replaceAll("/", "-")
      .slice(1)}`,
  );
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const at = `${path} at ${width} px`;
    await expect.soft(async () => expect(await overflowing(page), at).toEqual([])).toPass({ timeout: settledWithinMs });
  }
}

test("no page and no card is wider than the window, and a list hides no figure", async ({ adminPage, stack }) => {
  test.setTimeout(180_000);
  const name = "a-host-with-a-rather-long-name-7.example.net";
  const host = await SimulatedHost.enroll(stack.settings.gatewayUrl, await stack.enrollmentToken(), name);
  await host.reportPolicy({ path: "/etc/crosspoint/policy.toml", allow: [], deny: [] });
  await host.report([
    { identity: drive, capacityBytes: 375_083_606_016 },
    { identity: worn, capacityBytes: 1_200_243_695_616, log: { mediaErrors: "3", percentageUsed: 104 } },
  ]);
  const { id: driveId } = await stack.db.drive.findFirstOrThrow({ where: { serial: worn.serial } });
  const paths = [
    "/fleet",
    "/drives?search=WIDTHS",
    "/hosts",
    "/hosts/upgrades",
    "/audit",
    "/settings",
    "/settings/thresholds",
    "/settings/rules",
    "/settings/firmware",
    "/settings/storage",
    "/no-such-page",
  ];
  for (const path of [...paths, `/drives/${driveId}`, `/hosts/${host.hostId}`])
    await expectNothingOverflows(adminPage, path);

  for (const width of widths) {
    await adminPage.setViewportSize({ width, height: 900 });
    await adminPage.goto("/drives?search=WIDTHS63212");
    const row = adminPage.getByRole("table", { name: "Drives" }).getByRole("row", { name: worn.serial });
    for (const figure of [/1\.2\sTB/, "E2010325", /38\s°C/, /104\s%/, /16\.58\sPB/, /26,304\sh/]) {
      await expect(row.getByText(figure).first(), `${figure} at ${width} px`).toBeVisible();
    }
  }
});

test("nor a page of benchmarks, of a comparison or of the catalog", async ({ adminPage, stack }) => {
  test.setTimeout(240_000);
  await storePlan(stack.db, "A plan that somebody with a long address saved", [
    { kind: "sweep", pattern: "random", readPercent: 100, durationSeconds: 60, blockBytes: 4096 },
  ]);
  const name = "a-bench-host-with-a-rather-long-name.example.net";
  const host = await SimulatedHost.enroll(stack.settings.gatewayUrl, await stack.enrollmentToken(), name);
  const identities = [drive, worn].map((each) => ({ ...each, serial: `B${each.serial}`.slice(0, 20) }));
  await host.report(identities.map((identity) => ({ identity, capacityBytes: 375_083_606_016 })));
  const driveIds = await Promise.all(
    identities.map(async ({ serial }) => (await stack.db.drive.findFirstOrThrow({ where: { serial } })).id),
  );
  const [fast = "", slow = ""] = driveIds;
  const of = { hostId: host.hostId, driveId: fast };
  const reads = { direction: "read", iops: 584_800, latencyNs: 25_500 } as const;
  const mixed = { readPercent: 70, blockBytes: 131_072 };
  const writes = { direction: "write", iops: 1_200, latencyNs: 2_320_000 } as const;
  const whole = await storeRun(stack.db, {
    ...of,
    state: "complete",
    points: [{ measured: [reads] }, { spec: mixed, measured: [reads, writes] }],
  });
  const cut = await storeRun(stack.db, {
    ...of,
    driveId: slow,
    state: "interrupted",
    reason: "the agent was restarted while the run was in progress",
    points: [{ spec: mixed, state: "interrupted", measured: [reads, writes], streamedSeconds: 12 }],
  });
  const batch = await stack.db.benchmarkBatch.create({
    data: {
      ...{ name: "Both drives of the shelf", planId: "quick-check", planName: "Quick check" },
      ...{ planHash: "0".repeat(64), requestedBy: "ada@example.com", requestedAt: new Date() },
      runs: { connect: [{ id: whole }, { id: cut }] },
    },
  });
  await stack.db.benchmarkSchedule.create({
    data: {
      ...{
        id: randomUUID(),
        name: "Both drives of the shelf, every week",
        planId: "quick-check",
        planName: "Quick check",
      },
      ...{ planHash: "0".repeat(64), plan: {}, parallelOnHost: false, startTogether: false, state: "paused" },
      targets: driveIds.map((driveId, index) => ({
        choice: { kind: "namespace", driveId, nsid: 1 },
        ...{ label: identities[index]?.serial ?? "", hostId: host.hostId, hostname: name },
      })),
      rhythm: {
        kind: "weekly",
        days: ["monday", "wednesday", "saturday"],
        time: "02:30",
        zone: "America/Argentina/Buenos_Aires",
      },
      ...{ missedAt: new Date(), missedReason: "The server was not running when it was due.", missedCount: 12 },
      ...{ createdBy: "ada@example.com", createdAt: new Date() },
    },
  });
  const measured = [`${whole}.0.read`, `${whole}.1.read`, `${whole}.1.write`].join(",");
  for (const path of [
    "/benchmarks",
    "/benchmarks/import",
    `/benchmarks?drive=${fast}`,
    "/benchmarks/queue",
    "/benchmarks/batches",
    "/benchmarks/schedules",
    "/benchmarks/new",
    "/benchmarks/new?many=true&start=weekly",
    `/benchmarks/new?drive=${fast}&plan=custom`,
    `/benchmarks/${whole}?point=2`,
    `/benchmarks/${cut}`,
    `/benchmarks/batches/${batch.id}`,
    "/compare",
    `/compare?m=${measured}&with=reference`,
    `/compare?s=run:${whole}&show=percent&table=metric`,
    "/compare/saved",
    "/catalog",
    "/catalog/sources",
    "/catalog/intel-optane-ssd-dc-p4800x",
    "/catalog/intel-ssd-dc-p3608",
  ]) {
    await expectNothingOverflows(adminPage, path);
  }
});

test("nor a page of plans", async ({ adminPage, stack }) => {
  test.setTimeout(120_000);
  const fields = { pattern: "random", readPercent: 70, durationSeconds: 60 };
  const plan = await storePlan(stack.db, "A plan with a rather long name for the drives of the shelf", [
    { kind: "purge", method: "sanitizeOverwrite" },
    {
      kind: "each",
      setting: "powerGovernor",
      values: "offered",
      steps: [
        { kind: "sweep", ...fields, blockBytes: [512, 4096, 131_072], queueDepth: [1, 2, 4, 8, 16, 32, 64] },
        { kind: "rounds", roundsMax: 3, steps: [{ kind: "sweep", ...fields, blockMix: "4k:60,64k:40" }] },
      ],
    },
  ]);
  const beginnings = ["", "?from=quick-check", "?from=act"].map((from) => `/benchmarks/plans/new${from}`);
  for (const path of ["/benchmarks/plans", ...beginnings, `/benchmarks/plans/${plan}`]) {
    await expectNothingOverflows(adminPage, path);
  }
});

test("the drives table shows verdict, serial and every figure in full", async ({ adminPage: page, stack }) => {
  const name = "another-host-with-a-rather-long-name-8.example.net";
  const host = await SimulatedHost.enroll(stack.settings.gatewayUrl, await stack.enrollmentToken(), name);
  const widest = { ...drive, serial: "WIDESTS9NA0N12345678" };
  await host.report([
    { identity: widest, capacityBytes: 375_083_606_016, log: { percentageUsed: 255, powerOnHours: "126304" } },
  ]);
  const problem = { kind: "notResponding" as const, detail: "no answer for 10 s", remedy: "Reseat it." };
  await host.tell([{ id: randomUUID(), timeMs: Date.now(), kind: "driveProblem", drive: widest, problem }]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/drives?search=${widest.serial}`);
  const row = page.getByRole("table", { name: "Drives" }).getByRole("row", { name: widest.serial });
  await expect(row).toContainText("Not responding");
  await expect(row.getByText(/^\d+\ss ago$/)).toBeVisible();
  const cut = await row
    .getByRole("cell")
    .evaluateAll((cells) => cells.flatMap((cell, column) => (cell.scrollWidth > cell.clientWidth ? [column] : [])));
  expect(cut, "columns whose cells are cut").toEqual([]);
  const product = row.getByText("Intel Optane SSD DC P4800X", { exact: true });
  expect(await product.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), "product").toBe(0);
  const place = await row.boundingBox();
  const last = await row.getByRole("cell").last().boundingBox();
  expect((last?.x ?? 0) + (last?.width ?? 0), "nothing stands out of the table").toBeLessThanOrEqual(
    (place?.x ?? 0) + (place?.width ?? 0),
  );
  await expect(row.getByText("nvme0", { exact: true })).toBeInViewport();
});

/** Real drives tell more than simulated ones: their pages are the widest. */
test("the page of each replayed drive fits a small window", async ({ adminPage: page, stack }) => {
  test.setTimeout(120_000);
  const profiles = ["p3700", "p4800x-worn", "micron-9100"];
  const replayed = profiles.map((profile, index) => ({
    profile,
    changes: `[controller]\nserial = 'WIDTHS00000${index}REPLAYED'`,
  }));
  await stack.startReplayedHost("replayed-widths", replayed);
  await page.goto("/drives?search=replayed-widths");
  const links = page.getByRole("table", { name: "Drives" }).getByRole("link");
  await expect(links).toHaveCount(profiles.length, { timeout: 60_000 });
  const paths = await links.evaluateAll((found) => found.map((link) => link.getAttribute("href") ?? ""));
  for (const path of paths) {
    await expectNothingOverflows(page, path);
  }
});
