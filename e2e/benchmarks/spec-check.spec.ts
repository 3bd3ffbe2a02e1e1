import { randomUUID } from "node:crypto";
import { findPlan, findRatedSheet } from "@crosspoint/catalog";
import { stepsForRatedFigures } from "@crosspoint/domain";
import { expect, test } from "../stack/fixtures.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";
import { storeRun } from "../stack/stored-runs.ts";
import { picture } from "../steps/picture.ts";

const model = "INTEL SSDPEDMD400G4";
const known = "CVFTSPECCHECK001";
const unknown = "SPECCHECK-UNKNOWN";

test("a spec check is of the drive's model: what it takes is said before, and afterwards what was met", async ({
  adminPage: page,
  stack,
}) => {
  test.setTimeout(120_000);
  const host = await SimulatedHost.enroll(stack.settings.gatewayUrl, await stack.enrollmentToken(), "spec-shelf");
  await host.reportPolicy({
    path: "/etc/crosspoint/policy.toml",
    allow: [{ serials: [known, unknown], models: [], actions: ["write"] }],
    deny: [],
  });
  const capacityBytes = 400_088_457_216;
  await host.report([
    { identity: { pciVendorId: 0x8086, model, serial: known }, capacityBytes },
    { identity: { pciVendorId: 0x1b36, model: "QEMU NVMe Ctrl", serial: unknown }, capacityBytes },
  ]);
  const { id: driveId } = await stack.db.drive.findFirstOrThrow({ where: { serial: known } });
  const other = await stack.db.drive.findFirstOrThrow({ where: { serial: unknown } });
  const preflight = page.getByRole("region", { name: "Preflight" });

  await test.step("before the launch: how long, how much, and how much of its rated endurance", async () => {
    await page.goto(`/benchmarks/new?drive=${driveId}&plan=spec-check`);
    const option = page
      .getByRole("radiogroup", { name: "Plan" })
      .getByRole("radio", { name: /^Spec check(?!, reads)/ });
    await expect(option).toBeChecked();
    await expect(option).toHaveAccessibleName(/depends on the drive's model/);
    await expect(preflight).toContainText("Spec check, 10 points");
    await expect(preflight).toContainText(/ to .*, estimated from its rated speeds/);
    await expect(preflight).toContainText(/% of its rated 7\.3\sPB/);
    await picture(page, "spec-check-preflight");
  });

  await test.step("a drive that the catalog does not know is refused by name", async () => {
    await page.goto(`/benchmarks/new?drive=${other.id}&plan=spec-check`);
    await expect(preflight).toContainText("The catalog has no spec sheet of QEMU NVMe Ctrl.");
    // Nothing of it can be measured: so it has no effect, no points and no time.
    for (const claim of ["Reads only", "0 points", "Duration"]) await expect(preflight).not.toContainText(claim);
    await picture(page, "spec-check-unknown");
  });

  await test.step("afterwards: each rated figure, met or missed by how much", async () => {
    const sheet = findRatedSheet(model);
    const template = findPlan("spec-check-reads")?.document;
    if (sheet === undefined || template === undefined) throw new Error("The catalog has no spec check of a P3700.");
    const { steps, checks } = stepsForRatedFigures(template.steps, sheet);
    // Average latency at random and in order, random reads, sequential reads.
    const read = { direction: "read", latencyNs: 18_000 } as const;
    const points = [50_000, 51_000, 405_000, 20_600].map((iops) => ({ measured: [{ ...read, iops }] }));
    const runId = await storeRun(stack.db, { driveId, hostId: host.hostId, state: "complete", points });
    const placeOf = (key: string) => checks.find(({ figure }) => figure.key === key)?.stepPath?.[0] ?? -1;
    const places = [
      placeOf("average_latency_read_us"),
      placeOf("average_latency_read_us"),
      placeOf("random_read_4k_iops"),
      placeOf("sequential_read_bytes_s"),
    ];
    for (const [sequence, place] of places.entries()) {
      await stack.db.benchmarkPoint.updateMany({ where: { runId, sequence }, data: { stepPath: [place] } });
    }
    const { figures: _, ...rest } = sheet;
    await stack.db.benchmarkRun.update({
      where: { id: runId },
      data: {
        plan: { id: template.id, name: template.name, readsOnly: true, steps } as object,
        rated: { ...rest, checks } as object,
        note: randomUUID(),
      },
    });
    await page.goto(`/benchmarks/${runId}`);
    const table = page.getByRole("table", { name: "Rated figures" });
    // 405,000 of 450,000 IOPS.
    await expect(table.getByRole("row", { name: /^4 KiB random read/ })).toContainText(
      /450,000\sIOPS.*405,000\sIOPS.*Missed by 10\s%/,
    );
    await expect(table.getByRole("row", { name: /^Average read latency/ })).toContainText("Met");
    await expect(table.getByRole("row", { name: /^4 KiB random write/ })).toContainText(
      "The plan measures reads only.",
    );
    await expect(table.getByRole("row", { name: /^Endurance/ })).toContainText(
      "Measuring it would wear the drive out.",
    );
    await picture(page, "spec-check-run");
    await page.getByRole("link", { name: "Source of the rated figures" }).click();
    await expect(page).toHaveURL(/\/catalog\/sources#hardwareinfo-p3700-400gb$/);
  });
});
