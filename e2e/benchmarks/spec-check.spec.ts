import { expect, test } from "../stack/fixtures.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";
import { storeSpecCheck } from "../stack/stored-spec-check.ts";
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
    const runId = await storeSpecCheck(stack.db, { driveId, hostId: host.hostId, model });
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
