import { plans } from "@crosspoint/catalog";
import { expect, test } from "../stack/fixtures.ts";

test("finds a built-in plan among its family by a search, marked by what it does to the drive", async ({
  adminPage,
}) => {
  await adminPage.goto("/benchmarks/new");
  const picker = adminPage.getByRole("radiogroup", { name: "Plan" });
  // Saved plans, which other specs may have left, are a group of their own.
  const families = picker.getByRole("group", { name: /^(?!Saved plans$)/ });
  await expect(families, "the families").toHaveCount(new Set(plans.map((plan) => plan.family.name)).size);
  await expect(families.getByRole("radio")).toHaveCount(plans.length);
  await expect(picker.getByRole("radio", { name: "Custom workload" })).toBeVisible();

  await adminPage.getByRole("searchbox", { name: "Search plans" }).fill("snia latency");
  const family = picker.getByRole("group", { name: "SNIA PTS-E" });
  await expect(picker.getByRole("group")).toHaveCount(1);
  const plan = family.getByRole("radio", { name: /^SNIA PTS-E: latency/ });
  // 25 rounds of nine points of a minute, after a purge and two fills: 225 min, and 1 + 225 points.
  await expect(plan).toHaveAccessibleName(
    /up to 3\sh 45\smin \+ purge \+ 2 drive fills, up to 226 points ?Purges the drive/,
  );
  await plan.check();
  await expect(adminPage).toHaveURL(/[?&]plan=snia-pts-e-latency/);

  await adminPage.getByRole("searchbox", { name: "Search plans" }).fill("no such plan");
  await expect(picker).toContainText('No results for "no such plan"');
  await expect(picker.getByRole("radio", { name: "Custom workload" })).toBeVisible();
  await adminPage.getByRole("searchbox", { name: "Search plans" }).fill("");
  await expect(plan, "what was chosen stays").toBeChecked();
  await expect(picker.getByRole("radio", { name: /^Quick check.*Reads only/ })).toBeVisible();
});

test("begins with one's own workload and the saved plans where the address names no plan", async ({
  adminPage: page,
}) => {
  await page.goto("/benchmarks/new");
  const picker = page.getByRole("radiogroup", { name: "Plan" });
  await expect(picker.getByRole("radio", { name: /^Quick check/ })).toBeChecked();
  const many = page.getByRole("radio", { name: "Many", exact: true });
  await expect(async () => {
    await many.click();
    await expect(page, "the page is at work").toHaveURL(/many=true/, { timeout: 1000 });
  }).toPass();
  expect(await picker.evaluate((list) => list.scrollTop)).toBe(0);
});

test("shows the plan of its address, however far down its list that is", async ({ adminPage: page }) => {
  const family = page.getByRole("group", { name: "SNIA PTS-E" });
  const plan = family.getByRole("radio", { name: /^SNIA PTS-E: latency/ });
  await page.goto("/benchmarks/new?plan=snia-pts-e-latency");
  await expect(plan).toBeChecked();
  const topIn = async () => {
    const [list, row] = [await page.getByRole("radiogroup", { name: "Plan" }).boundingBox(), await plan.boundingBox()];
    return (row?.y ?? Number.NaN) - (list?.y ?? 0);
  };
  await expect(async () => {
    // Below the head of its family, which stays at the top.
    expect(await topIn()).toBeGreaterThan(20);
    expect(await topIn()).toBeLessThan(80);
  }).toPass();
  expect(await page.evaluate(() => window.scrollY), "the page itself stays where it is").toBe(0);
});
