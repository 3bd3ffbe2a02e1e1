import { randomUUID } from "node:crypto";
import { inventoryEvent } from "@crosspoint/protocol";
import { p4800x } from "../stack/drive-models.ts";
import { expect, test } from "../stack/fixtures.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";
import { picture } from "../steps/picture.ts";

const held = p4800x("TWOHOSTSLISTIT");
const drive = held.identity;

test("a drive that a second host lists too is contested: who, since when; a person settles it, and sees it in the audit", async ({
  adminPage: page,
  stack,
}) => {
  const { gatewayUrl } = stack.settings;
  const holder = await SimulatedHost.enroll(gatewayUrl, await stack.enrollmentToken(), "shelf-a");
  const newcomer = await SimulatedHost.enroll(gatewayUrl, await stack.enrollmentToken(), "shelf-b");
  await holder.report([held]);
  await newcomer.tell([
    inventoryEvent.parse({
      id: randomUUID(),
      timeMs: Date.now(),
      kind: "inventory",
      drives: [{ identity: drive, firmware: "E2010600", controllerName: "nvme7", transport: "pcie", namespaces: [] }],
      scratchFiles: [],
    }),
  ]);

  await page.goto("/fleet");
  const attention = page.getByRole("table", { name: "Needs attention" });
  const row = attention.getByRole("row").filter({ hasText: drive.serial });
  await expect(row).toContainText("Contested");
  await expect(row).toContainText("shelf-b reports it too");
  await picture(page, "fleet");
  await row.getByRole("link", { name: drive.serial }).click();

  const banner = page.getByRole("status").filter({ hasText: "Contested: shelf-b lists this drive too" });
  await expect(banner).toContainText("nvme7");
  await expect(page.getByText("E2010600"), "nothing that the second host says is applied").toHaveCount(0);
  await picture(page, "drive");
  await banner.getByRole("link", { name: "shelf-b" }).click();
  const listed = page.getByRole("table", { name: "Drives that another host holds" });
  await expect(listed.getByRole("row").filter({ hasText: drive.serial })).toContainText("shelf-a");
  await picture(page, "claimant");
  await listed.getByRole("link", { name: drive.serial }).click();
  await banner.getByRole("button", { name: "Settle…" }).click();
  const dialog = page.getByRole("dialog", { name: `Whose is ${drive.serial}?` });
  await expect(dialog.getByRole("button", { name: "Move the drive to shelf-b" })).toBeVisible();
  await picture(page, "settle");
  await dialog.getByRole("button", { name: "Dismiss the claim of shelf-b" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("shelf-b lists this drive too: decided that it is not its drive")).toBeVisible();
  await picture(page, "dismissed");

  await page.goto("/audit?did=drive.");
  await expect(page.getByRole("row").filter({ hasText: drive.serial }).first()).toContainText("claimed by shelf-b");
});
