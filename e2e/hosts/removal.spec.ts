import { p4800x } from "../stack/drive-models.ts";
import { expect, test } from "../stack/fixtures.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";
import { storeRun } from "../stack/stored-runs.ts";
import { picture } from "../steps/picture.ts";
import { pressUntilVisible } from "../steps/press-until.ts";

const [pulled, kept] = ["REMOVEDFROMALLHOSTS", "REMOVEDWITHITSHOST"] as const;
/** The worker looks every few seconds. */
const soon = { timeout: 30_000 };

test("a drive that is gone is removed by its typed serial, a locked-out host with its drives, samples and runs", async ({
  adminPage: page,
  stack,
}) => {
  test.setTimeout(120_000);
  const { gatewayUrl } = stack.settings;
  const host = await SimulatedHost.enroll(gatewayUrl, await stack.enrollmentToken(), "retired-shelf");
  await host.report([p4800x(pulled), p4800x(kept)]);
  await host.report([p4800x(kept)]);
  const drive = await stack.db.drive.findFirstOrThrow({ where: { serial: kept } });
  const runId = await storeRun(stack.db, {
    driveId: drive.id,
    hostId: host.hostId,
    state: "complete",
    points: [{ measured: [{ direction: "read", iops: 100_000, latencyNs: 10_000 }] }],
  });

  await test.step("the drive in no host", async () => {
    await page.goto(`/drives?search=${pulled}`);
    await page
      .getByRole("table", { name: "Drives" })
      .getByRole("row", { name: pulled })
      .getByRole("link")
      .first()
      .click();
    const dialog = page.getByRole("dialog", { name: `Remove ${pulled}` });
    await pressUntilVisible(page.getByRole("button", { name: "Remove drive" }), dialog);
    await expect(dialog).toContainText("1 health sample");
    const remove = dialog.getByRole("button", { name: `Remove ${pulled}` });
    await expect(remove).toBeDisabled();
    await dialog.getByLabel(`Type the serial ${pulled}`).fill(pulled);
    await picture(page, "remove-drive");
    await remove.click();
    await expect(page).toHaveURL(/\/drives$/);
    await page.goto(`/drives?search=${pulled}`);
    await expect(page.getByText("No drives match")).toBeVisible();
  });

  await test.step("the host, once its key is revoked", async () => {
    await page.goto(`/hosts/${host.hostId}`);
    await expect(page.getByRole("button", { name: "Remove host" })).toHaveCount(0);
    const revoke = page.getByRole("dialog").getByRole("button", { name: "Revoke the key of retired-shelf" });
    await pressUntilVisible(page.getByRole("button", { name: "Revoke key" }), revoke);
    await revoke.click();
    await page.getByRole("button", { name: "Remove host" }).click();
    const dialog = page.getByRole("dialog", { name: "Remove retired-shelf" });
    await expect(dialog).toContainText("Its drives with their samples");
    await dialog.getByRole("radio", { name: "Delete history" }).check();
    for (const lost of ["1 drive", "1 benchmark run"])
      await expect(dialog.getByText(lost, { exact: true })).toBeVisible();
    const remove = dialog.getByRole("button", { name: "Remove retired-shelf" });
    await expect(remove).toBeDisabled();
    await picture(page, "remove-host");
    await dialog.getByLabel("Type the host name retired-shelf").fill("retired-shelf");
    await remove.click();
    await expect(page).toHaveURL(/\/hosts$/);
    await expect(page.getByRole("row", { name: /retired-shelf/ })).toHaveCount(0);
  });

  await test.step("its history goes, its agent is refused, and the audit says who", async () => {
    await expect.poll(() => stack.db.benchmarkRun.count({ where: { id: runId } }), soon).toBe(0);
    await expect.poll(() => stack.db.smartSample.count({ where: { driveId: drive.id } }), soon).toBe(0);
    await expect(host.report([p4800x(kept)])).rejects.toThrow("The host retired-shelf was removed at");
    await page.goto("/audit?did=host.");
    await expect(
      page.getByRole("row").filter({ hasText: "retired-shelf" }).filter({ hasText: "Remove host" }),
    ).toBeVisible();
  });
});

test("while history is being deleted, the lists say how far it is", async ({ adminPage: page, stack }) => {
  const removal = await stack.db.removal.create({
    data: {
      kind: "host",
      name: "half-gone-shelf",
      driveIds: [],
      runIds: [],
      samplesTotal: 1_036_800n,
      samplesRemoved: 425_000n,
      requestedBy: "admin",
      requestedAt: new Date(),
      startedAt: new Date(),
    },
  });
  // Held as by a worker at a batch, so that none ends it.
  await stack.db.$transaction(
    async (tx) => {
      await tx.$queryRaw`SELECT id FROM removal WHERE id = ${removal.id}::uuid FOR UPDATE`;
      await page.goto("/hosts");
      const notice = page.getByRole("status").filter({ hasText: "Deleting the history of half-gone-shelf" });
      await expect(notice).toContainText("425,000 of 1,036,800 health samples deleted.");
      await picture(page, "removal-progress");
    },
    { timeout: 60_000 },
  );
  await expect(page.getByText("Deleting the history of half-gone-shelf")).toHaveCount(0, soon);
});
