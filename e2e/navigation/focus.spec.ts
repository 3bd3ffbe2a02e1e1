import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../stack/fixtures.ts";
import { pressUntilVisible } from "../steps/press-until.ts";

test("the palette gives the focus back to where it was", async ({ adminPage: page }) => {
  await page.goto("/settings");
  const field = page.getByLabel("Current password");
  await field.focus();
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(palette.getByRole("combobox")).toBeFocused({ timeout: 2000 });
  }).toPass();
  await page.keyboard.press("Escape");
  await expect(palette).toHaveCount(0);
  await expect(field).toBeFocused();

  const search = page.getByRole("button", { name: "Search", exact: true });
  await opensAndCloses(page, search, palette);
});

test("a dialog gives the focus back to what opened it, and so does a menu", async ({ adminPage: page }) => {
  await page.goto("/hosts");
  const add = page.getByRole("main").getByRole("button", { name: "Add a host" }).first();
  await opensAndCloses(page, add, page.getByRole("dialog", { name: "Add a host" }));

  const account = page.getByRole("button", { name: /account and theme$/ });
  await opensAndCloses(page, account, page.getByRole("dialog", { name: "Account and theme" }));

  await page.goto("/drives");
  const verdicts = page.getByRole("button", { name: "Verdict" }).first();
  await opensAndCloses(page, verdicts, page.getByRole("dialog", { name: "Filter by verdict" }));
});

async function opensAndCloses(page: Page, button: Locator, opened: Locator): Promise<void> {
  await pressUntilVisible(button, opened);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await expect(opened).toBeHidden();
  await expect(button).toBeFocused();
}
