import { p4800x } from "../stack/drive-models.ts";
import { expect, test } from "../stack/fixtures.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";

test("a list longer than a page is read on as it is scrolled, each drive once", async ({ adminPage: page, stack }) => {
  const host = await SimulatedHost.enroll(stack.settings.gatewayUrl, await stack.enrollmentToken(), "long-shelf");
  const serials = Array.from({ length: 230 }, (_, index) => `LONG${String(index).padStart(3, "0")}`);
  await host.report(serials.map(p4800x));
  await page.goto("/drives?search=long-shelf&sort=serial");
  // Of the page as it is shown: while it is streamed, a hidden part holds the same words for a moment.
  await expect(page.getByRole("main").getByText("230 match")).toBeVisible();
  const seen = new Set<string>();
  await expect(async () => {
    for (const text of await page.getByRole("table", { name: "Drives" }).getByRole("link").allInnerTexts())
      seen.add(text);
    await page.mouse.wheel(0, 900);
    expect([...seen].toSorted()).toEqual(serials);
  }).toPass({ timeout: 30_000, intervals: [100] });
});

test("a list that was read to its end asks again for what is in view, not for all of it", async ({
  adminPage: page,
  stack,
}) => {
  const host = await SimulatedHost.enroll(stack.settings.gatewayUrl, await stack.enrollmentToken(), "endless-shelf");
  const drives = Array.from({ length: 630 }, (_, index) => p4800x(`ENDS${String(index).padStart(3, "0")}`));
  await host.report(drives);
  await page.goto("/drives?search=endless-shelf&sort=serial");
  const table = page.getByRole("table", { name: "Drives" });
  await expect(async () => {
    await page.keyboard.press("End");
    await expect(table.getByRole("link", { name: "ENDS629" })).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 30_000, intervals: [100] });

  const asked = new Set<string>();
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const inputs = JSON.parse(searchParams.get("input") ?? "{}") as Record<string, unknown>;
    for (const [index, name] of (pathname.split("/").at(-1) ?? "").split(",").entries())
      if (name === "drive.list") asked.add(JSON.stringify(inputs[index]));
  });
  await host.report(drives.map((drive, index) => (index === 629 ? { ...drive, log: { criticalWarning: 4 } } : drive)));
  await expect(table.getByRole("row", { name: "ENDS629" })).toContainText("Replace", { timeout: 30_000 });
  await page.waitForLoadState("networkidle");
  // The first page, which tells the count, and the one or two whose rows are in view, however often; the list has seven.
  expect([2, 3], [...asked].join("\n")).toContain(asked.size);
});

test("Back from a drive far down the list is at the same place", async ({ adminPage: page, stack }) => {
  const host = await SimulatedHost.enroll(stack.settings.gatewayUrl, await stack.enrollmentToken(), "deep-shelf");
  await host.report(Array.from({ length: 630 }, (_, index) => p4800x(`DEEP${String(index).padStart(3, "0")}`)));
  await page.goto("/drives?search=deep-shelf&sort=serial");
  const table = page.getByRole("table", { name: "Drives" });
  await expect(async () => {
    await page.keyboard.press("End");
    await expect(table.getByRole("link", { name: "DEEP629" })).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 30_000, intervals: [100] });
  await table.getByRole("link", { name: "DEEP610" }).scrollIntoViewIfNeeded();
  const place = () => page.evaluate(() => scrollY);
  const before = await place();
  await table.getByRole("link", { name: "DEEP610" }).click();
  await expect(page.getByRole("region", { name: "Key figures" })).toBeVisible();

  await page.goBack();
  await expect(table.getByRole("link", { name: "DEEP610" })).toBeInViewport();
  expect(await place()).toBe(before);
});
