import { randomUUID } from "node:crypto";
import { p4800x } from "../stack/drive-models.ts";
import { expect, test } from "../stack/fixtures.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";
import { picture } from "../steps/picture.ts";
import { pressUntilVisible } from "../steps/press-until.ts";
import { signIn } from "../steps/sign-in.ts";

test("hosts get their rack, role and tags, one or many at once, and are found by them", async ({
  adminPage: page,
  browser,
  baseURL,
  stack,
}) => {
  test.setTimeout(180_000);
  const names = ["placed-1", "placed-2", "placed-3"];
  await stack.db.host.createMany({
    data: names.map((hostname) => ({
      ...{ hostname, agentVersion: "9.0.0" },
      ...{ installationId: randomUUID(), agentKeyHash: randomUUID() },
    })),
  });
  const table = page.getByRole("table", { name: "Hosts" });
  const row = (name: string) => table.getByRole("row", { name });

  await test.step("many at once: what is left as it is stays", async () => {
    await page.goto("/hosts?search=placed");
    const bar = page.getByRole("region", { name: "Selected hosts" });
    await expect(async () => {
      await page.getByRole("checkbox", { name: "Select placed-1" }).setChecked(true, { timeout: 2000 });
      await expect(bar).toBeVisible({ timeout: 2000 });
    }).toPass({ timeout: 20_000 });
    await page.getByRole("checkbox", { name: "Select placed-2" }).check();
    await bar.getByRole("button", { name: "Rack, role, tags…" }).click();
    const dialog = page.getByRole("dialog", { name: "Rack, role and tags of 2 hosts" });
    await expect(dialog.getByRole("button", { name: "Change 2 hosts" })).toBeDisabled();
    await dialog.getByRole("combobox", { name: "Rack" }).selectOption("Set");
    await dialog.getByRole("textbox", { name: "Rack of all of them" }).fill("P7");
    await dialog.getByRole("textbox", { name: "Add tags" }).fill("Placed, Lab");
    await picture(page, "hosts-describe");
    await dialog.getByRole("button", { name: "Change 2 hosts" }).click();
    await expect(row("placed-1")).toContainText("rack P7, lab, placed");
    await expect(row("placed-3")).not.toContainText("rack");
    await picture(page, "hosts-placed");
  });

  await test.step("one by its own page, which leads to those like it", async () => {
    await row("placed-1").getByRole("link", { name: "placed-1" }).click();
    const panel = page.getByRole("region", { name: "Rack, role and tags" });
    const dialog = page.getByRole("dialog", { name: "Rack, role and tags of placed-1" });
    await pressUntilVisible(panel.getByRole("button", { name: "Edit…" }), dialog);
    await expect(dialog.getByRole("textbox", { name: "Rack" })).toHaveValue("P7");
    await dialog.getByRole("textbox", { name: "Role" }).fill("database");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(panel.getByRole("link", { name: "database" })).toBeVisible();
    await panel.getByRole("link", { name: "P7" }).click();
    await expect(table.getByRole("link")).toHaveText(["placed-1", "placed-2"]);
    await page.getByRole("combobox", { name: "Host role" }).selectOption("database (1)");
    await expect(table.getByRole("link")).toHaveText(["placed-1"]);
    await page.getByRole("combobox", { name: "Host tag" }).selectOption("lab (2)");
    await expect(page).toHaveURL(/rack=P7.*role=database.*tag=lab/);
    await page.goto("/hosts?rack=nowhere");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(row("placed-3")).toBeVisible();
  });

  await test.step("the audit says what, and a viewer changes nothing", async () => {
    const { id } = await stack.db.host.findFirstOrThrow({ where: { hostname: "placed-1" } });
    await page.goto(`/audit?object=${id}`);
    await expect(page.getByRole("row", { name: "Change rack, role and tags" }).first()).toContainText("rack P7");
    const viewer = { name: "Pia Place", email: "pia-place@example.com", password: "sees where hosts stand" };
    await stack.addPerson(viewer, "viewer");
    const context = await browser.newContext({ baseURL });
    const theirs = await context.newPage();
    await signIn(theirs, viewer);
    await theirs.goto(`/hosts/${id}`);
    const panel = theirs.getByRole("region", { name: "Rack, role and tags" });
    await expect(panel).toContainText("P7");
    await expect(panel.getByRole("button", { name: "Edit…" })).toBeDisabled();
    await context.close();
  });
});

test("a host's maintenance window marks what begins in it on the drive's page", async ({ adminPage: page, stack }) => {
  test.setTimeout(120_000);
  const host = await SimulatedHost.enroll(stack.settings.gatewayUrl, await stack.enrollmentToken(), "window-shelf");
  await host.report([p4800x("WINDOWOLD"), { ...p4800x("WINDOWKEPT"), log: { percentageUsed: 95 } }]);
  const opened = new Date(Date.now() - 60_000);
  await stack.db.maintenanceWindow.create({
    data: {
      ...{ name: "New backplane", scope: "host", hostId: host.hostId, zone: "UTC", durationMinutes: 120 },
      ...{ beginsAt: opened.toISOString().slice(0, 16), nextFrom: opened, nextUntil: new Date(Date.now() + 3_600_000) },
      ...{ createdBy: "ada@example.com", createdAt: opened },
    },
  });
  await host.report([{ ...p4800x("WINDOWKEPT"), log: { percentageUsed: 95 } }]);
  const { id } = await stack.db.drive.findFirstOrThrow({ where: { serial: "WINDOWOLD" } });
  await page.goto(`/drives/${id}`);
  await expect(page.getByText("Began in the maintenance window “New backplane”.")).toBeVisible();
  await expect(page.getByText("It needs nobody’s attention until that ends")).toBeVisible();
  await picture(page, "drive-in-maintenance");
});
