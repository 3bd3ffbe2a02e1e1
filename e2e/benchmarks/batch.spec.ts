import { randomUUID } from "node:crypto";
import { expect, test } from "../stack/fixtures.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";
import { storeRun } from "../stack/stored-runs.ts";
import { picture } from "../steps/picture.ts";

const model = "INTEL SSDPEDMD400G4";
const serials = ["CVFTBATCHPAGE001", "CVFTBATCHPAGE002"] as const;

test("a batch shows each drive, their sum and merged latency, the slowest and how far apart they began", async ({
  adminPage: page,
  stack,
}) => {
  test.setTimeout(120_000);
  const token = await stack.enrollmentToken();
  const host = await SimulatedHost.enroll(stack.settings.gatewayUrl, token, "batch-page-shelf");
  const identities = serials.map((serial) => ({ pciVendorId: 0x8086, model, serial }));
  await host.report(identities.map((identity) => ({ identity, capacityBytes: 400_088_457_216 })));
  const [fast, slow] = await Promise.all(
    serials.map((serial) => stack.db.drive.findFirstOrThrow({ where: { serial } })),
  );
  if (fast === undefined || slow === undefined) throw new Error("The host reported two drives.");
  const startedAt = new Date("2026-11-20T10:00:00Z");
  const of = { hostId: host.hostId, state: "complete" } as const;
  const runs = [
    await storeRun(stack.db, {
      ...of,
      driveId: fast.id,
      requestedAt: startedAt,
      points: [{ measured: [{ direction: "read", iops: 400_000, latencyNs: 20_000 }] }],
    }),
    await storeRun(stack.db, {
      ...of,
      driveId: slow.id,
      requestedAt: new Date(startedAt.getTime() + 2000),
      points: [{ measured: [{ direction: "read", iops: 100_000, latencyNs: 80_000 }] }],
    }),
  ];
  const batch = await stack.db.benchmarkBatch.create({
    data: {
      id: randomUUID(),
      name: "Shelf check",
      planId: "quick-check",
      planName: "Quick check",
      planHash: "0".repeat(64),
      requestedBy: "ada@example.com",
      requestedAt: startedAt,
    },
  });
  await stack.db.benchmarkRun.updateMany({ where: { id: { in: runs } }, data: { batchId: batch.id } });

  await page.goto(`/benchmarks/${runs[0]}`);
  await page.getByRole("link", { name: "Batch" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Shelf check on 2 targets");
  await expect(page.getByText("2 runs started within 2 s")).toBeVisible();
  const merged = page.getByRole("table", { name: "Merged results by point" }).getByRole("row").nth(1);
  await expect(merged).toContainText("2 of 2");
  await expect(merged).toContainText("500,000");
  await expect(merged.getByRole("link"), "the slowest is named").toContainText(serials[1]);
  const details = page.getByRole("region", { name: "Point details" });
  await expect(details).toContainText("From one histogram of 30,000,000 I/Os of 2 targets.");
  const each = details.getByRole("table", { name: "Reads by target" }).getByRole("row");
  await expect(each).toContainText(["Target", serials[1], serials[0]]);
  // Four of five operations are the fast drive's: the median of all is its own, not a mean of both.
  await expect(details).toContainText(/p50\s*20\.02\sµs/);
  const targets = page.getByRole("table", { name: "Runs of the batch" }).getByRole("row");
  await expect(targets).toContainText(["State", serials[0], serials[1]]);
  await picture(page, "batch");
});
