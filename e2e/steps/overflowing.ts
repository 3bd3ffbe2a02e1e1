import type { Page } from "@playwright/test";

/** What is wider than its place: the page itself, and whatever in it scrolls sideways. */
export async function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`page: ${scrollWidth} of ${clientWidth} px`);
    for (const place of document.querySelectorAll("main *")) {
      // What is clipped shows an ellipsis; a label for screen readers alone is a pixel wide.
      const scrolls = ["auto", "scroll"].includes(getComputedStyle(place).overflowX);
      if (!scrolls || place.scrollWidth <= place.clientWidth) continue;
      const table = place.querySelector("table")?.getAttribute("aria-label");
      const card = place.closest("section, fieldset")?.querySelector("h2, legend")?.textContent;
      found.push(`${table ?? card ?? place.tagName}: ${place.scrollWidth} of ${place.clientWidth} px`);
    }
    return found;
  });
}

/** A busy machine takes some seconds until a page has drawn itself anew at another width. */
export const settledWithinMs = 20_000;
