import { p4800x } from "../stack/drive-models.ts";
import { expect, test } from "../stack/fixtures.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";
import { chooseBulkAction } from "../steps/bulk-action.ts";
import { picture } from "../steps/picture.ts";

test("what is wrong with many drives is acknowledged with one note, and taken back", async ({
  adminPage: page,
  stack,
}) => {
  test.setTimeout(120_000);
  const host = await SimulatedHost.enroll(stack.settings.gatewayUrl, await stack.enrollmentToken(), "known-shelf");
  const worn = (serial: string) => ({ ...p4800x(serial), log: { percentageUsed: 93 } });
  await host.report([worn("KNOWN001"), worn("KNOWN002"), p4800x("KNOWN003")]);
  const choose = (action: string) => chooseBulkAction(page, { search: "known-shelf", drives: 3 }, action);
  const drives = page.getByRole("table", { name: "Drives" });
  const row = (serial: string) => drives.getByRole("row", { name: serial });

  await test.step("after a preview of each drive, with a note that must be there", async () => {
    await choose("Acknowledge conditions…");
    const dialog = page.getByRole("dialog", { name: "Acknowledge conditions" });
    await expect(dialog.getByRole("button", { name: "Preview" })).toBeDisabled();
    await dialog.getByRole("combobox", { name: "Conditions" }).selectOption("Percentage used");
    await dialog.getByRole("textbox", { name: "Note" }).fill("replaced in spring");
    await dialog.getByRole("button", { name: "Preview" }).click();
    const preview = dialog.getByRole("region", { name: "Preview" });
    await expect(preview.getByRole("status")).toHaveText("2 drives will change, 1 drive won't");
    await expect(preview.getByRole("listitem").nth(0)).toContainText("Acknowledge Percentage used · 2 drives");
    await picture(page, "bulk-acknowledge");
    await dialog.getByRole("button", { name: "Acknowledge on 2 drives" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Acknowledge Percentage used");
    await expect(page.getByText("3 drives: 2 done, 1 refused")).toBeVisible();
    await page.goto("/drives?search=known-shelf");
    await expect(row("KNOWN001")).toContainText("Good");
  });

  await test.step("and withdrawn: it counts again", async () => {
    await choose("Withdraw acknowledgements…");
    const dialog = page.getByRole("dialog", { name: "Withdraw acknowledgements" });
    await dialog.getByRole("button", { name: "Preview" }).click();
    await dialog.getByRole("button", { name: "Withdraw from 2 drives" }).click();
    await expect(page.getByText("3 drives: 2 done, 1 refused")).toBeVisible();
    await page.goto("/drives?search=known-shelf");
    await expect(row("KNOWN001")).toContainText("Watch");
  });

  await test.step("the audit names who, which and why", async () => {
    const { id } = await stack.db.drive.findFirstOrThrow({ where: { serial: "KNOWN002" } });
    await page.goto(`/audit?object=${id}`);
    const entry = page.getByRole("row", { name: "Acknowledge condition" });
    await expect(entry).toContainText("Percentage used");
    await expect(entry).toContainText("replaced in spring");
  });
});
