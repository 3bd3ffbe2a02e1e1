import { expect, type Locator, type Page } from "@playwright/test";

/** A disabled action can be reached, cannot be pressed, and says why. */
export async function expectDisabledBecause(page: Page, button: Locator, reason: string): Promise<void> {
  await expect(button).toBeDisabled();
  await expect(async () => {
    await button.blur();
    await button.focus();
    await expect(page.getByRole("tooltip")).toHaveText(reason, { timeout: 2000 });
  }).toPass({ timeout: 15_000 });
}
