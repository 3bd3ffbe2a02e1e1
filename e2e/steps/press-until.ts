import { expect, type Locator } from "@playwright/test";

/** Presses until it has an effect: a press that comes before the page's scripts has none. */
export async function pressUntilVisible(button: Locator, effect: Locator): Promise<void> {
  await expect(async () => {
    if (!(await effect.isVisible())) await button.click({ timeout: 2000 });
    await expect(effect).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 20_000 });
}
