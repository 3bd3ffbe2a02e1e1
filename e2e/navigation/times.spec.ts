import { expect, test } from "../stack/fixtures.ts";

test("every time is in the reader's zone, which each page names once", async ({ browser, baseURL, adminState }) => {
  // Five and a half hours ahead of UTC all year round, so that no time can be right by chance.
  const timezoneId = "Asia/Kolkata";
  const context = await browser.newContext({ baseURL, storageState: adminState, timezoneId });
  const page = await context.newPage();
  for (const path of ["/settings", "/audit", "/hosts", "/fleet"]) {
    await page.goto(path);
    const main = page.getByRole("main");
    await expect(main.getByText(/^Times in Asia\/(Kolkata|Calcutta)$/), path).toHaveCount(1);
    // A maintenance window is in a zone of its own, which the audit names with it.
    await expect(main, path).not.toContainText(/(?<!zone: |from [\d-]{10} \d\d:\d\d )\bUTC\b|[+-]\d\d:\d\d\b/);
  }
  await page.goto("/audit");
  const time = page.getByRole("table", { name: "Audit" }).getByRole("time").first();
  const exact = new Date((await time.getAttribute("datetime")) ?? "");
  const local = exact.toLocaleString("sv-SE", { timeZone: timezoneId });
  await expect(time).toHaveText(local);
  await context.close();
});
