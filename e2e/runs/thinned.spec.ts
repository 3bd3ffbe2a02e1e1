import { thinPointSeconds } from "@crosspoint/db/queries/thin-point-seconds";
import { expect, test } from "../stack/fixtures.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";
import { storeRun } from "../stack/stored-runs.ts";
import { picture } from "../steps/picture.ts";

test("a run whose seconds' histograms are no longer kept says so, and keeps its percentiles and rates", async ({
  adminPage: page,
  stack,
}) => {
  const { gatewayUrl } = stack.settings;
  const host = await SimulatedHost.enroll(gatewayUrl, await stack.enrollmentToken(), "thinned-shelf");
  const identity = { pciVendorId: 0x8086, model: "INTEL SSDPEDMD400G4", serial: "CVFTTHINNED00001" };
  await host.report([{ identity, capacityBytes: 400_088_457_216 }]);
  const { id: driveId } = await stack.db.drive.findFirstOrThrow({ where: { serial: identity.serial } });
  const runId = await storeRun(stack.db, {
    driveId,
    hostId: host.hostId,
    state: "complete",
    points: [{ measured: [{ direction: "read", iops: 584_800, latencyNs: 25_500 }] }],
  });
  const heat = page.getByRole("figure", { name: "Latency of reads over time" });
  const gone = page.getByText("No latency heat map: the histograms of this run's seconds are no longer kept");
  const percentiles = page.getByRole("figure", { name: "Latency by percentile" });
  await page.goto(`/benchmarks/${runId}`);
  await expect(heat).toBeVisible();
  await expect(gone).toBeHidden();
  await expect(percentiles).toBeVisible();

  await thinPointSeconds(stack.db, runId, new Date());
  await page.reload();
  await expect(gone).toBeVisible();
  await expect(heat).toBeHidden();
  await expect(percentiles).toBeVisible();
  await expect(page.getByRole("figure", { name: "IOPS over time" })).toBeVisible();
  await picture(page, "thinned");

  await test.step("a point without a histogram says so in place of its charts", async () => {
    await stack.db.pointDirection.updateMany({ where: { runId }, data: { histogram: null } });
    await page.reload();
    await expect(page.getByText("No histogram was kept of this, so there are no percentiles to draw.")).toBeVisible();
    await expect(percentiles).toBeHidden();
  });
});
