import { expect, type Locator, type Page } from "@playwright/test";

/** Scrolls a part of a page into sight: what is far below is drawn, and reads what it shows, once it is near. */
export async function comeTo(page: Page, panel: string): Promise<Locator> {
  const part = page.getByRole("region", { name: panel, exact: true });
  // What comes between may grow while it is drawn, and push the part out of sight again.
  await expect(async () => {
    await part.scrollIntoViewIfNeeded();
    await expect(part.getByRole("heading", { name: panel })).toBeInViewport({ timeout: 1000 });
  }).toPass({ timeout: 20_000 });
  return part;
}
