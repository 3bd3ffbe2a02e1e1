import { expect, test } from "../stack/fixtures.ts";

test("a model's page has its spec sheet, what was published of it, and the sources", async ({ adminPage }) => {
  await adminPage.goto("/catalog");
  const models = adminPage.getByRole("table", { name: "Drive models" });
  await models.getByRole("link", { name: /P4800X/ }).click();
  await expect(adminPage.getByRole("heading", { level: 1, name: /P4800X/ })).toBeVisible();
  await expect(adminPage.getByRole("region", { name: "Spec sheet" })).toContainText("drive writes per day");

  const published = adminPage.getByRole("region", { name: "Published results" });
  await expect(published).toContainText("not measured here");
  await expect(published.getByText(/^584,800\sIOPS$/)).toBeVisible();
  await expect(published.getByRole("link", { name: "AnandTech, 2017" }).first()).toBeVisible();
});

test("a figure that its source states loosely keeps its bound", async ({ adminPage }) => {
  await adminPage.goto("/catalog");
  await adminPage.getByRole("table", { name: "Drive models" }).getByRole("link", { name: /P3700/ }).click();
  const published = adminPage.getByRole("region", { name: "Published results" });
  await expect(published.getByText(/^≥\s*225,000\sIOPS$/), "“over 225,000” is a bound, not a figure").toBeVisible();
  await expect(published.getByText(/^225,000\sIOPS$/)).toHaveCount(0);
});

test("every source says who published it", async ({ adminPage }) => {
  await adminPage.goto("/catalog");
  await adminPage.getByRole("link", { name: "Sources" }).click();
  await expect(adminPage.getByRole("heading", { level: 1, name: "Sources" })).toBeVisible();
  const sources = adminPage.getByRole("main").getByRole("region");
  expect(await sources.count()).toBeGreaterThan(5);
  for (const source of await sources.all()) await expect(source.getByText("Publisher")).toBeVisible();
});

test("a model's page fits a phone, and its facts wrap by word", async ({ adminPage }) => {
  await adminPage.setViewportSize({ width: 390, height: 844 });
  await adminPage.goto("/catalog/intel-optane-ssd-dc-p4800x");
  await expect(adminPage.getByRole("region", { name: "Published results" })).toBeVisible();
  expect(
    await adminPage.evaluate(() => document.documentElement.scrollWidth),
    "nothing scrolls sideways",
  ).toBeLessThanOrEqual(390);
  const widths = await adminPage
    .getByRole("region", { name: "Spec sheet" })
    .getByRole("definition")
    .evaluateAll((values) => values.map((value) => value.getBoundingClientRect().width));
  expect(widths.length).toBeGreaterThan(10);
  expect(Math.min(...widths), "a value has room for words").toBeGreaterThan(150);
});

test("the remark on a published table stands below its figures", async ({ adminPage }) => {
  await adminPage.goto("/catalog/intel-optane-ssd-dc-p4800x");
  await expect(adminPage.getByRole("list", { name: "Notes on published figures" })).toContainText("Compare by IOPS");
});
