import { expect, type Locator, type Page } from "@playwright/test";

/** A step's card, by its number: "2", or "2.1" for the first in the second. */
export function stepCard(page: Page, number: string): Locator {
  return page.getByRole("listitem", { name: new RegExp(`^Step ${number.replace(".", "\\.")}, `) });
}

/** The kinds of the plan's own steps, in their order. */
export async function expectSteps(page: Page, kinds: readonly string[]): Promise<void> {
  const cards = page.getByRole("list", { name: "Steps", exact: true }).locator("> li");
  await expect(cards).toHaveCount(kinds.length);
  for (const [index, kind] of kinds.entries()) {
    await expect(cards.nth(index)).toHaveAccessibleName(`Step ${index + 1}, ${kind}`);
  }
}

/** Adds a step behind all others. */
export async function addStep(page: Page, kind: string): Promise<void> {
  await page.getByRole("button", { name: "Add step", exact: true }).click();
  await page
    .getByRole("dialog", { name: "Kinds of step" })
    .getByRole("button", { name: new RegExp(`^${kind}`) })
    .click();
}

/** A new plan with a name, opened in the builder. */
export async function nameNewPlan(page: Page, name: string): Promise<void> {
  await page.goto("/benchmarks/plans/new");
  await page.getByRole("textbox", { name: "Name" }).fill(name);
}

/** Saves, and waits until the plan's page shows the version. */
export async function saveVersion(page: Page, version: number): Promise<void> {
  await page.getByRole("button", { name: version === 1 ? "Save plan" : `Save version ${version}` }).click();
  await expect(page.getByText(`Version ${version}, saved by`)).toBeVisible();
}
