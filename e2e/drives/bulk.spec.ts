import { p3700, p4800x } from "../stack/drive-models.ts";
import { expect, test } from "../stack/fixtures.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";
import { chooseBulkAction } from "../steps/bulk-action.ts";
import { picture } from "../steps/picture.ts";
import { signIn } from "../steps/sign-in.ts";

test("what is asked of many drives is previewed, carried out and reported", async ({
  adminPage: page,
  browser,
  baseURL,
  stack,
}) => {
  test.setTimeout(120_000);
  const host = await SimulatedHost.enroll(stack.settings.gatewayUrl, await stack.enrollmentToken(), "bulk-shelf");
  await host.reportPolicy({ path: "/etc/crosspoint/policy.toml", allow: [], deny: [] });
  const unlike = {
    ...p4800x("BULK003"),
    identity: { pciVendorId: 0x1b36, model: "One power state", serial: "BULK003" },
  };
  await host.report([p3700("BULK001"), p3700("BULK002"), unlike]);
  const choose = (action: string) => chooseBulkAction(page, { search: "bulk-shelf", drives: 3 }, action);

  await test.step("a limit in watts becomes each drive's own setting, or a reason", async () => {
    await choose("Limit power…");
    const dialog = page.getByRole("dialog", { name: "Limit power" });
    await expect(dialog.getByRole("button", { name: "Preview" })).toBeDisabled();
    await dialog.getByRole("textbox", { name: "Max power (W)" }).fill("12");
    await dialog.getByRole("button", { name: "Preview" }).click();
    const preview = dialog.getByRole("region", { name: "Preview" });
    await expect(preview.getByRole("status")).toHaveText("2 drives will change, 1 drive won't");
    await expect(preview.getByRole("listitem").nth(0)).toContainText(/Power governor 10\sW · 2 drives/);
    await expect(preview.getByRole("listitem").nth(1)).toContainText(/It can't be limited below 18\sW/);
    await preview.getByRole("listitem").nth(1).getByText("1 drive").click();
    await expect(preview).toContainText("BULK003");
    await picture(page, "bulk-preview");
    expect(await stack.db.command.count({ where: { hostId: host.hostId } }), "nothing yet").toBe(0);
    await dialog.getByRole("button", { name: "Limit power of 2 drives" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Limit power to 12\sW/);
    await expect(page.getByText("3 drives: 2 done, 1 refused")).toBeVisible();
    const outcomes = page.getByRole("table", { name: "Outcomes" });
    await expect(outcomes).toContainText("Sent to its host");
    await expect(page.getByRole("table", { name: "Drives" }).getByRole("row", { name: "BULK003" })).toContainText(
      "Refused",
    );
    await picture(page, "bulk-report");
    expect(await stack.db.command.count({ where: { hostId: host.hostId } })).toBe(2);
  });

  await test.step("tags are added, and the list of bulk actions leads to the report", async () => {
    await choose("Tag…");
    const dialog = page.getByRole("dialog", { name: "Tag drives" });
    await dialog.getByRole("textbox", { name: "Add" }).fill("Pool A");
    await dialog.getByRole("button", { name: "Preview" }).click();
    await dialog.getByRole("button", { name: "Tag 3 drives" }).click();
    await expect(page.getByText("3 drives: 3 done")).toBeVisible();
    expect(await stack.db.driveState.count({ where: { tags: { has: "pool a" } } })).toBe(3);
    await page.getByRole("link", { name: "Bulk actions" }).click();
    const row = page.getByRole("table", { name: "Bulk actions" }).getByRole("row", { name: "Add tag pool a" });
    await expect(row).toContainText("3 drives: 3 done");
    await picture(page, "bulk-list");
  });

  await test.step("a retired drive leaves the list", async () => {
    await choose("Retire or change lifecycle…");
    const dialog = page.getByRole("dialog", { name: "Change lifecycle" });
    await dialog.getByRole("button", { name: "Preview" }).click();
    await dialog.getByRole("button", { name: "Retire 3 drives" }).click();
    await expect(page.getByText("3 drives: 3 done")).toBeVisible();
    await page.goto("/drives?search=bulk-shelf");
    await expect(page.getByRole("main").getByText("No drive passes all of these filters.")).toBeVisible();
    await page.goto("/drives?search=bulk-shelf&lifecycle=retired&tag=pool+a&columns=verdict,model,host,lifecycle,tags");
    await expect(page.getByRole("table", { name: "Drives" }).getByRole("row", { name: "Retired pool a" })).toHaveCount(
      3,
    );
    await picture(page, "drives-retired");
  });

  await test.step("a viewer sees the report, and is offered nothing to do", async () => {
    const viewer = { name: "Vera Viewer", email: "vera-bulk@example.com", password: "looks but never touches" };
    await stack.addPerson(viewer, "viewer");
    const context = await browser.newContext({ baseURL });
    const theirs = await context.newPage();
    await signIn(theirs, viewer);
    await theirs.goto("/drives/bulk");
    await theirs.getByRole("link", { name: "Retire" }).first().click();
    await expect(theirs.getByRole("heading", { level: 1 })).toHaveText("Retire");
    await expect(theirs.getByRole("main").getByText("3 drives: 3 done")).toBeVisible();
    await context.close();
  });
});
