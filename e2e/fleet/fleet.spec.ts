import { p4800x } from "../stack/drive-models.ts";
import { expect, test } from "../stack/fixtures.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";

const hostname = "fleet-shelf";
const good = p4800x("PHKS7335009F375AGN");
const optane = good.identity;
const flash = { pciVendorId: 0x1344, model: "Micron_9100_MTFDHAX1T2MCF", serial: "163212f0A1B2" };

test("a fleet with drives shows what needs attention and why, and leads to the drive", async ({ adminPage, stack }) => {
  const host = await SimulatedHost.enroll(stack.settings.gatewayUrl, await stack.enrollmentToken(), hostname);
  await host.report([
    good,
    { identity: flash, capacityBytes: 1_200_243_695_616, log: { mediaErrors: "3", criticalWarning: 0b100 } },
  ]);

  await adminPage.goto("/fleet");
  const attention = adminPage.getByRole("table", { name: "Needs attention" });
  await expect(attention.getByRole("row", { name: flash.serial })).toBeVisible();
  await expect(attention.getByRole("row", { name: optane.serial }), "a good drive needs no attention").toHaveCount(0);
  const health = adminPage.getByRole("table", { name: "Health by model" });
  await expect(health.getByRole("row", { name: optane.model })).toContainText("Good");

  await expect(
    attention.getByRole("row", { name: flash.serial }).getByRole("link", { name: "Open drive" }),
    "one act, beside it",
  ).toBeVisible();
  await expect(
    attention.getByRole("row", { name: flash.serial }).getByRole("button", { name: "Acknowledge…" }),
    "which is not to take it out of its verdict",
  ).toHaveCount(0);

  await attention.getByRole("link", { name: flash.serial }).click();
  await expect(adminPage.getByRole("heading", { level: 1, name: /9100/ })).toBeVisible();
  await expect(adminPage.getByText(flash.serial, { exact: true }).first(), "letter case is kept").toBeVisible();
  const conditions = adminPage.getByRole("list", { name: "Open conditions" });
  await expect(conditions.getByRole("listitem", { name: "Reliability degraded" })).toBeVisible();
  const smart = adminPage.getByRole("table", { name: "SMART / Health values" });
  // 32 381 395 004 units of 512 000 bytes each are 16.58 PB.
  await expect(smart.getByRole("row", { name: /^Data units written/ })).toContainText(/16\.58\sPB.*32381395004/);
});

test("counts of the fleet page lead to lists of as many", async ({ adminPage: page, stack }) => {
  const host = await SimulatedHost.enroll(stack.settings.gatewayUrl, await stack.enrollmentToken(), "counted-shelf");
  await host.report([p4800x("COUNTEDANDGOOD"), { ...p4800x("COUNTEDANDWORN"), log: { percentageUsed: 104 } }]);
  const links = {
    verdicts: page.getByRole("region", { name: "Verdicts" }).getByRole("link"),
    "drives to replace": page.getByRole("region", { name: "Drives to replace" }).locator('a[href^="/drives?ends="]'),
  };
  for (const [name, found] of Object.entries(links)) {
    await page.goto("/fleet");
    await expect(found.nth(3)).toBeVisible();
    for (let at = 0; at < Math.min(await found.count(), 8); at += 1) {
      // Others report meanwhile, and fall silent: both are of one moment in the end.
      await expect(async () => {
        await page.goto("/fleet");
        const [count] = /^[\d,]+/.exec((await found.nth(at).textContent()) ?? "") ?? [];
        await found.nth(at).click();
        await expect(page.getByText(new RegExp(`^${count} match$`))).toBeVisible({ timeout: 3000 });
      }, `${name}, ${at}`).toPass();
    }
  }
});

test("the drives table is searched and filtered by its address", async ({ adminPage, stack }) => {
  const host = await SimulatedHost.enroll(stack.settings.gatewayUrl, await stack.enrollmentToken(), "drives-shelf");
  const serials = Array.from({ length: 60 }, (_, index) => `SRCH${String(index).padStart(3, "0")}`);
  await host.report(serials.map(p4800x));
  await adminPage.goto("/drives?search=SRCH");
  await expect(adminPage.getByText("60 match")).toBeVisible();
  const table = adminPage.getByRole("table", { name: "Drives" });

  await expect(async () => {
    await adminPage.getByRole("searchbox", { name: "Search drives" }).fill("SRCH042");
    await expect(adminPage.getByText("1 match")).toBeVisible({ timeout: 3000 });
  }).toPass();
  await expect(table.getByRole("link")).toHaveText(["SRCH042"]);
  await expect(adminPage).toHaveURL(/search=SRCH042/);
  await adminPage.reload();
  await expect(table.getByRole("link")).toHaveText(["SRCH042"]);

  await adminPage.goto("/drives?search=nothing-has-this-name");
  await expect(adminPage.getByRole("heading", { name: "No drives match" })).toBeVisible();
  await adminPage.getByRole("button", { name: "Clear filters" }).first().click();
  await expect(adminPage.getByRole("heading", { name: "No drives match" })).toHaveCount(0);
});

test("a drive that is not there offers the search", async ({ adminPage }) => {
  await adminPage.goto("/drives/00000000-0000-4000-8000-000000000000");
  await expect(adminPage.getByRole("heading", { name: "Drive not found" })).toBeVisible();
  await expect(adminPage.getByRole("main").getByRole("button", { name: "Search" })).toBeVisible();
});

test("health by another property keeps what it shows until that has come", async ({ adminPage: page, stack }) => {
  const host = await SimulatedHost.enroll(stack.settings.gatewayUrl, await stack.enrollmentToken(), "kept-shelf");
  await host.report([p4800x("KEPTWHILEASKED")]);
  await page.goto("/fleet");
  const by = (name: string) => page.getByRole("table", { name: `Health by ${name}` });
  await expect(by("model")).toBeVisible();
  const answer = Promise.withResolvers<void>();
  await page.route(/fleet\.health/, async (route) => {
    await answer.promise;
    await route.continue();
  });
  const firmware = page.getByRole("radiogroup", { name: "Health by" }).getByRole("radio", { name: "Firmware" });
  await firmware.click();
  await expect(firmware).toBeChecked();
  await expect(by("model")).toBeVisible();
  answer.resolve();
  await expect(by("firmware")).toBeVisible();
  await expect(by("model")).toHaveCount(0);
});
