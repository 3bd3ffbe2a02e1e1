import type { VolumeObservation } from "@crosspoint/protocol";
import { expect, test } from "../stack/fixtures.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";
import { storeResult } from "../stack/stored-runs.ts";
import { picture } from "../steps/picture.ts";

const model = "INTEL SSDPECME016T4";
const serials = ["CVF8VOLUME00001-1", "CVF8VOLUME00001-2"] as const;
const both = serials.join(", ");
const capacityBytes = 800_166_076_416;

/** Two controllers of a P3608 as one volume. */
const volume: VolumeObservation = {
  name: "md127",
  uuid: "0f1e2d3c:4b5a6978:8796a5b4:c3d2e1f0",
  level: "raid0",
  chunkBytes: 131_072,
  sizeBytes: String(2 * capacityBytes),
  logicalBlockBytes: 512,
  state: "clean",
  members: serials.map((serial, index) => ({
    drive: { pciVendorId: 0x8086, model, serial },
    nsid: 1,
    path: `/dev/nvme${index}n1`,
    state: "in_sync",
  })),
  inUse: [],
};

test("a run on a volume names all of its drives: before the launch, on its page, in a comparison, and on theirs", async ({
  adminPage: page,
  stack,
}) => {
  test.setTimeout(120_000);
  const host = await SimulatedHost.enroll(stack.settings.gatewayUrl, await stack.enrollmentToken(), "volume-shelf");
  await host.reportPolicy({
    path: "/etc/crosspoint/policy.toml",
    allow: [{ serials: [...serials], models: [], actions: ["write"] }],
    deny: [],
  });
  const drives = serials.map((serial) => ({ identity: { pciVendorId: 0x8086, model, serial }, capacityBytes }));
  await host.report(drives, [volume]);

  await test.step("it is launched by the serials of all drives", async () => {
    await page.goto("/benchmarks/new?plan=custom&reads=0&duration=5&warmup=0");
    // Other tests fill the list with more drives than it shows.
    await page.getByRole("searchbox", { name: "Search targets" }).fill("md127");
    await page.getByRole("radio", { name: /md127/ }).check();
    await page.getByRole("button", { name: /^Write to / }).click();
    const dialog = page.getByRole("dialog", { name: `Overwrite data on ${both}` });
    const typed = dialog.getByRole("textbox");
    const overwrite = dialog.getByRole("button", { name: `Overwrite ${both}` });
    await typed.fill(serials[0]);
    await expect(overwrite, "one of its drives is not all of them").toBeDisabled();
    await typed.fill(both);
    await picture(page, "volume-launch");
    await overwrite.click();
    await page.waitForURL(/\/benchmarks\/[0-9a-f-]{36}$/);
    const command = await host.takeCommand();
    expect(command).toMatchObject({
      kind: "startBenchmark",
      confirmedSerial: both,
      target: { kind: "volume", uuid: volume.uuid, level: "raid0" },
    });
  });

  const runId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await storeResult(stack.db, runId, [{ measured: [{ direction: "read", iops: 12_345, latencyNs: 81_000 }] }]);

  await test.step("its page says what the volume is made of, and leads to each drive", async () => {
    await page.reload();
    const main = page.getByRole("main");
    await expect(main).toContainText(`RAID 0, 128 KiB chunks, drives ${both}`);
    for (const serial of serials) await expect(main.getByRole("link", { name: serial, exact: true })).toBeVisible();
    await picture(page, "volume-run");
  });

  await test.step("a comparison names it by the volume, not by a drive", async () => {
    const { targetLabel } = await stack.db.benchmarkRun.findUniqueOrThrow({ where: { id: runId } });
    expect(targetLabel).toContain("md127");
    await page
      .getByRole("main")
      .getByRole("link", { name: /^Compare/ })
      .click();
    await page.waitForURL(/\/compare\?/);
    await expect(page.getByRole("main")).toContainText(targetLabel);
    await picture(page, "volume-compare");
  });

  await test.step("each of its drives has it among its runs", async () => {
    for (const serial of serials) {
      const { id } = await stack.db.drive.findFirstOrThrow({ where: { serial } });
      await page.goto(`/drives/${id}`);
      await expect(page.getByRole("main").locator(`a[href="/benchmarks/${runId}"]`).first()).toBeVisible();
    }
  });
});
