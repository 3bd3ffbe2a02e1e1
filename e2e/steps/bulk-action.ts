import { expect, type Page } from "@playwright/test";

/** Selects all drives of a search, of which there must be so many, and opens what may be done with them. */
export async function chooseBulkAction(
  page: Page,
  of: { readonly search: string; readonly drives: number },
  action: string,
) {
  const bar = page.getByRole("region", { name: "Selected drives" });
  await page.goto(`/drives?search=${of.search}&sort=serial`);
  await expect(async () => {
    await page.getByRole("checkbox", { name: "Select all matches" }).setChecked(true, { timeout: 2000 });
    await expect(bar).toContainText(`${of.drives} drives selected`, { timeout: 2000 });
  }).toPass({ timeout: 20_000 });
  await bar.getByRole("button", { name: "Actions" }).click();
  await page.getByRole("dialog", { name: "Actions" }).getByRole("button", { name: action }).click();
}
