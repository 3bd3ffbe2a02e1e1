import type { Page } from "@playwright/test";

const limitMs = 5_000;

/**
 * Waits until the page's scripts have taken over what the server drew: what is pressed or typed before has no effect, and a step that is
 * tried again waits for its limit first. A page that takes longer is left to the step.
 */
export async function takenOver(page: Page): Promise<void> {
  await page
    .waitForFunction(
      () => {
        const controls = [...document.querySelectorAll("button, input, select, textarea")];
        // React's own mark of an element that it answers for.
        return controls.every((control) => Object.keys(control).some((key) => key.startsWith("__reactProps$")));
      },
      undefined,
      { timeout: limitMs },
    )
    .catch(() => undefined);
}

/** From now on, `goto` and `reload` of this page wait until its scripts have taken it over. */
export function waitingUntilTakenOver(page: Page): Page {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (...args) => {
    const answer = await goto(...args);
    await takenOver(page);
    return answer;
  };
  page.reload = async (...args) => {
    const answer = await reload(...args);
    await takenOver(page);
    return answer;
  };
  return page;
}
