import { chromium, type Locator, type Page } from "@playwright/test";
import { browserOptions } from "../playwright.config.ts";
import { expect, test } from "../stack/fixtures.ts";
import { pressUntilVisible } from "../steps/press-until.ts";

test("the palette gives the focus back to where it was", async ({ adminPage: page }) => {
  await page.goto("/settings");
  const field = page.getByLabel("Current password");
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  await expect(async () => {
    // A second press closes what the first opened late: each begins from the field.
    if (!(await palette.isVisible())) {
      await field.focus();
      await page.keyboard.press("Control+k");
    }
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

  // Loaded when it is first asked for.
  await page.goto("/settings/thresholds");
  const threshold = page.getByRole("button", { name: "Set threshold" }).first();
  await opensAndCloses(page, threshold, page.getByRole("dialog", { name: "Set threshold" }));

  await page.goto("/drives");
  const verdicts = page.getByRole("button", { name: "Verdict" }).first();
  await opensAndCloses(page, verdicts, page.getByRole("dialog", { name: "Filter by verdict" }));
});

test("with a dialog open the place of the scroll bar is dimmed like the rest", async ({ adminState, baseURL }) => {
  // Without a scroll bar there is no such place, and Playwright hides them.
  const browser = await chromium.launch({ ...browserOptions, ignoreDefaultArgs: ["--hide-scrollbars"] });
  const viewport = { width: 1280, height: 700 };
  try {
    for (const colorScheme of ["light", "dark"] as const) {
      const context = await browser.newContext({ baseURL, storageState: adminState, viewport, colorScheme });
      const page = await context.newPage();
      await page.goto("/hosts");
      const add = page.getByRole("main").getByRole("button", { name: "Add a host" }).first();
      await pressUntilVisible(add, page.getByRole("dialog", { name: "Add a host" }));
      const strip = await colorAt(page, viewport.width - 3);
      const beside = await colorAt(page, viewport.width - 60);
      const apart = strip.map((value, index) => Math.abs(value - (beside[index] ?? 0)));
      expect(Math.max(...apart), `${colorScheme}: ${strip} beside ${beside}`).toBeLessThanOrEqual(16);
    }
  } finally {
    await browser.close();
  }
});

/** Red, green and blue near the foot of the page, as they are seen. */
async function colorAt(page: Page, x: number): Promise<number[]> {
  const picture = await page.screenshot({ clip: { x, y: 690, width: 1, height: 1 } });
  return page.evaluate(
    async (bytes) => {
      const image = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
      const canvas = new OffscreenCanvas(1, 1).getContext("2d");
      canvas?.drawImage(image, 0, 0);
      return [...(canvas?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3);
    },
    [...picture],
  );
}

async function opensAndCloses(page: Page, button: Locator, opened: Locator): Promise<void> {
  await pressUntilVisible(button, opened);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await expect(opened).toBeHidden();
  await expect(button).toBeFocused();
}
