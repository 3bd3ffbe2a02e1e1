import { p4800x } from "../stack/drive-models.ts";
import { expect, test } from "../stack/fixtures.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";
import { pressUntilVisible } from "../steps/press-until.ts";

/** The worker looks every few seconds. */
const soon = { timeout: 30_000 };

test("a group by a rule has the drives of its hosts, those that come as well, and a window of its own", async ({
  adminPage: page,
  stack,
}) => {
  test.setTimeout(120_000);
  const { gatewayUrl } = stack.settings;
  const host = await SimulatedHost.enroll(gatewayUrl, await stack.enrollmentToken(), "grouped-shelf-1");
  await host.report([p4800x("GROUPEDFIRST")]);

  await test.step("made, with what its rule finds shown before", async () => {
    await page.goto("/groups");
    await page.getByRole("button", { name: "New group" }).first().click();
    const dialog = page.getByRole("dialog", { name: "New group" });
    await expect(dialog.getByRole("button", { name: "Create group" })).toBeDisabled();
    await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("Grouped shelves");
    await dialog.getByRole("textbox", { name: "Value 1" }).fill("grouped-*");
    await expect(dialog.getByRole("status")).toContainText("Finds 1 host now: grouped-shelf-1");
    await dialog.getByRole("button", { name: "Create group" }).click();
    const row = page.getByRole("table", { name: "Groups" }).getByRole("row", { name: "Grouped shelves" });
    await expect(row).toContainText("Hosts whose host name matches grouped-*");
    await row.getByRole("link", { name: "Grouped shelves" }).click();
  });

  await test.step("a host that comes belongs to it", async () => {
    const drives = page.getByRole("table", { name: "Drives of the group" });
    await expect(drives.getByRole("link", { name: "GROUPEDFIRST" })).toBeVisible();
    const second = await SimulatedHost.enroll(gatewayUrl, await stack.enrollmentToken(), "grouped-shelf-2");
    await second.report([p4800x("GROUPEDSECOND")]);
    await expect(drives.getByRole("link", { name: "GROUPEDSECOND" })).toBeVisible(soon);
    await expect(page.getByRole("list", { name: "Hosts" }).getByRole("link")).toHaveText([
      "grouped-shelf-1",
      "grouped-shelf-2",
    ]);
  });

  await test.step("its verdicts lead to its drives in the list", async () => {
    await page.getByRole("main").getByRole("link", { name: "2 drives" }).click();
    const listed = page.getByRole("table", { name: "Drives" });
    await expect(listed.getByRole("row", { name: "GROUPEDFIRST" })).toBeVisible();
    await expect(listed.getByRole("row", { name: "GROUPEDSECOND" })).toBeVisible();
    await page.goto("/groups");
    const group = page.getByRole("table", { name: "Groups" }).getByRole("row", { name: "Grouped shelves" });
    await group.getByRole("link", { name: /^Good 2$/ }).click();
    await expect(page).toHaveURL(/group=[0-9a-f-]+&verdict=good/);
    await expect(listed.getByRole("row", { name: /GROUPED/ })).toHaveCount(2);
  });

  await test.step("the list of drives is narrowed to those of a window while that is open", async () => {
    await page.goto("/groups/maintenance");
    await page.getByRole("button", { name: "New window" }).first().click();
    const dialog = page.getByRole("dialog", { name: "New maintenance window" });
    await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("Work on shelves");
    await dialog.getByRole("radio", { name: "Group" }).click();
    await dialog.getByRole("button", { name: "Grouped shelves" }).click();
    // In the zone of the browser, to the minute.
    const begins = await page.evaluate(() => {
      const at = new Date(Date.now() - 60_000);
      return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
    });
    await dialog.getByLabel("Begins").fill(begins);
    await dialog.getByRole("button", { name: "Create window" }).click();
    const row = page.getByRole("table", { name: "Maintenance windows" }).getByRole("row", { name: "Work on shelves" });
    await expect(row).toBeVisible();
    await page.goto("/drives");
    const filter = page.getByRole("dialog", { name: "Filter by maintenance" });
    await pressUntilVisible(page.getByRole("button", { name: "Maintenance", exact: true }), filter);
    await expect(filter.getByRole("listitem").filter({ hasText: "Work on shelves" })).toContainText(/shelves2$/);
    await filter.getByRole("checkbox", { name: "Work on shelves" }).check();
    const listed = page.getByRole("table", { name: "Drives" });
    await expect(page.getByText(/^2 match$/)).toBeVisible();
    await expect(listed.getByRole("row", { name: /GROUPED/ })).toHaveCount(2);
    await page.goto("/groups/maintenance");
    await row.getByRole("button", { name: "End Work on shelves" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "End window" }).click();
    await expect(page.getByText("No maintenance windows")).toBeVisible();
  });

  await test.step("a window of the group keeps it from being deleted until it is ended", async () => {
    await page.goto("/groups/maintenance");
    await page.getByRole("button", { name: "New window" }).first().click();
    const dialog = page.getByRole("dialog", { name: "New maintenance window" });
    await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("New firmware");
    await dialog.getByRole("radio", { name: "Group" }).click();
    await dialog.getByRole("button", { name: "Grouped shelves" }).click();
    await dialog.getByLabel("Begins").fill("2096-11-25T02:00");
    await dialog.getByLabel("Repeats").selectOption({ label: "Every Sunday" });
    await dialog.getByRole("button", { name: "Create window" }).click();
    const row = page.getByRole("table", { name: "Maintenance windows" }).getByRole("row", { name: "New firmware" });
    await expect(row).toContainText("Every Sunday at 02:00 for 2 h");
    await row.getByRole("link", { name: "Grouped shelves" }).click();
    await page.getByRole("button", { name: "Delete group" }).click();
    const question = page.getByRole("dialog", { name: "Delete Grouped shelves?" });
    await question.getByRole("button", { name: "Delete Grouped shelves" }).click();
    await expect(question.getByRole("alert")).toContainText("End the window first.");
    await page.goto("/groups/maintenance");
    await row.getByRole("button", { name: "End New firmware" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "End window" }).click();
    await expect(page.getByText("No maintenance windows")).toBeVisible();
  });
});

test("a drive is tagged, retired and says that it is back; a second record of it is merged and unmerged", async ({
  adminPage: page,
  stack,
}) => {
  test.setTimeout(120_000);
  const { gatewayUrl } = stack.settings;
  const host = await SimulatedHost.enroll(gatewayUrl, await stack.enrollmentToken(), "lifecycle-shelf");
  await host.report([p4800x("LIFEOLDNAME"), p4800x("LIFERETIRED")]);
  await host.report([p4800x("LIFENEWNAME"), p4800x("LIFERETIRED")]);
  const drive = (serial: string) => stack.db.drive.findFirstOrThrow({ where: { serial } });
  const panel = page.getByRole("region", { name: "Lifecycle" });

  await test.step("tagged and retired", async () => {
    await page.goto(`/drives/${(await drive("LIFERETIRED")).id}`);
    await panel.getByRole("button", { name: "Edit tags…" }).click();
    await page.getByRole("dialog").getByRole("textbox", { name: "Tags" }).fill("loan, Lab");
    await page.getByRole("button", { name: "Save tags" }).click();
    await expect(panel).toContainText("lab, loan");
    await panel.getByRole("button", { name: "Change lifecycle…" }).click();
    const dialog = page.getByRole("dialog", { name: "Lifecycle of LIFERETIRED" });
    await dialog.getByRole("textbox", { name: "Reason" }).fill("sold");
    await dialog.getByRole("button", { name: "Change lifecycle" }).click();
    await expect(panel).toContainText("Retired");
    await expect(panel).toContainText("sold");
  });

  await test.step("gone without being missed, and back", async () => {
    await host.report([p4800x("LIFENEWNAME")]);
    await expect(page.getByRole("main")).toContainText("not in any host");
    await expect(page.getByRole("main").getByText("Missing", { exact: true })).toHaveCount(0);
    await host.report([p4800x("LIFENEWNAME"), p4800x("LIFERETIRED")]);
    await expect(page.getByText("Retired, and back in lifecycle-shelf")).toBeVisible(soon);
  });

  await test.step("merged and unmerged", async () => {
    await page.goto(`/drives/${(await drive("LIFENEWNAME")).id}`);
    await panel.getByRole("button", { name: "Merge…" }).click();
    const dialog = page.getByRole("dialog", { name: "Merge a record into LIFENEWNAME" });
    await dialog.getByRole("textbox", { name: "Record to merge" }).fill("LIFEOLDNAME");
    await dialog.getByRole("button", { name: /LIFEOLDNAME/ }).click();
    await expect(dialog).toContainText("1 place ");
    await dialog.getByRole("button", { name: "Merge LIFEOLDNAME" }).click();
    const merged = panel.getByRole("list", { name: "Merged records" });
    await expect(merged).toContainText("LIFEOLDNAME");
    await page.goto(`/drives/${(await drive("LIFEOLDNAME")).id}`);
    await expect(page.getByText("This record was merged into another")).toBeVisible();
    await page.getByRole("link", { name: /LIFENEWNAME/ }).click();
    await merged.getByRole("button", { name: "Unmerge LIFEOLDNAME" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Unmerge LIFEOLDNAME" }).click();
    await expect(page.getByText("LIFEOLDNAME is a record of its own again")).toBeVisible();
  });
});
