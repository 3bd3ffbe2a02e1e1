import type { Locator, Page } from "@playwright/test";
import type { MainThread } from "./main-thread.ts";

/** What an interaction may cost the main thread. */
const limitMs = 100;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** What a person does: where, and what then happens there. Finding the place is not part of it. */
interface Interaction {
  readonly name: string;
  readonly at: (page: Page) => Promise<Locator>;
  readonly act: (page: Page, at: Point) => Promise<void>;
  /** Runs on the page, and sees another state once it is shown. */
  readonly look: () => unknown;
}

const click = (page: Page, { x, y }: Point) => page.mouse.click(x, y);
const point = (page: Page, { x, y }: Point) => page.mouse.move(x, y);

/** The first chart that is drawn in the window. */
const firstDrawing = () =>
  [...document.querySelectorAll("figure [data-drawing]")].find((drawing) => {
    const { top, bottom } = drawing.getBoundingClientRect();
    return bottom > 0 && top < innerHeight && bottom > top;
  })?.innerHTML;
const radio = (name: string) => async (page: Page) => page.getByRole("radio", { name, exact: true });
const drawing = async (page: Page) => page.getByRole("application").first();
const legend = async (page: Page) =>
  page.getByRole("figure").first().getByRole("list", { name: "Series" }).getByRole("button").nth(2);

const chosen = (name: string, control: string): Interaction => ({
  ...{ name, at: radio(control), act: click, look: firstDrawing },
});

const interactions: readonly Interaction[] = [
  chosen("another metric", "p99 latency"),
  chosen("and another", "Mean latency"),
  chosen("logarithmic axis", "Log"),
  chosen("relative to the baseline", "Relative to the baseline"),
  { name: "another baseline", at: menuItem("Use as baseline"), act: click, look: firstDrawing },
  chosen("curves over size", "Size"),
  chosen("curves over depth", "Depth"),
  chosen("absolute", "Absolute"),
  {
    ...{ name: "pointer over a curve", at: drawing, act: point },
    look: () => document.querySelector("[role=tooltip]")?.textContent,
  },
  {
    ...{ name: "on to the next value", at: drawing, act: (page, { x, y }) => page.mouse.move(x + 70, y) },
    look: () => document.querySelector("[role=tooltip]")?.textContent,
  },
  { name: "zoom by dragging", at: drawing, act: drag, look: firstDrawing },
  {
    name: "zoom out",
    at: async (page) => page.getByRole("button", { name: "Reset zoom" }).first(),
    act: click,
    look: firstDrawing,
  },
  { name: "pointer over the legend", at: legend, act: point, look: firstDrawing },
  { name: "series hidden", at: legend, act: click, look: firstDrawing },
  { name: "series shown", at: legend, act: click, look: firstDrawing },
  {
    ...{ name: "a window further down", at: drawing, act: (page) => page.mouse.wheel(0, 800) },
    look: () => document.querySelectorAll("figure [data-drawing]").length,
  },
  chosen("differences in %", "Difference from the baseline in %"),
  chosen("differences of a metric", "IOPS"),
  chosen("absolute again", "Absolute"),
  {
    ...{ name: "down to the table", at: drawing },
    act: (page) => page.evaluate(() => document.querySelector("[aria-label='All results']")?.scrollIntoView()),
    look: () => document.querySelector("table[aria-label$='all points and series']")?.ariaLabel,
  },
  {
    ...{ name: "all metrics", at: radio("All metrics"), act: click },
    look: () => document.querySelector("table[aria-label='All results of the comparison']") !== null,
  },
  {
    ...{ name: "one metric", at: radio("One metric"), act: click },
    look: () => document.querySelector("table[aria-label='All results of the comparison']") !== null,
  },
  {
    ...{
      name: "series removed",
      at: async (page) => page.getByRole("button", { name: /^Remove / }).last(),
      act: click,
    },
    look: () => document.querySelectorAll("ul[aria-label='Compared series'] > li").length,
  },
];

export async function printInteractions(page: Page, thread: MainThread): Promise<void> {
  console.log(
    "  main-thread work of an interaction: until the window shows it, in all, and the longest task by the clock",
  );
  for (const { name, at, act, look } of interactions) {
    const place = await placeOf(page, await at(page));
    if (act === click) await page.mouse.move(place.x, place.y);
    await thread.untilQuiet();
    const { shownMs, allMs, longestTaskMs } = await thread.workOf(() => act(page, place), look);
    const longest = longestTaskMs === 0 ? "under 50" : longestTaskMs.toFixed(0);
    const within = allMs <= limitMs ? "" : `  over ${limitMs} ms`;
    console.log(
      `    ${name.padEnd(26)} ${shownMs.toFixed(0).padStart(5)} ms ${allMs.toFixed(0).padStart(6)} ms ${longest.padStart(9)} ms${within}`,
    );
  }
}

async function placeOf(page: Page, target: Locator): Promise<Point> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (box === null) throw new Error(`${target} has no place on the page.`);
  const within = page.viewportSize()?.height ?? 0;
  return { x: box.x + box.width / 2, y: Math.min(box.y + box.height / 2, within - 40) };
}

async function drag(page: Page, { x, y }: Point): Promise<void> {
  await page.mouse.move(x - 100, y);
  await page.mouse.down();
  await page.mouse.move(x + 100, y, { steps: 5 });
  await page.mouse.up();
}

/** Of the second series' menu, which is opened before. */
function menuItem(name: string) {
  return async (page: Page) => {
    await page
      .getByRole("button", { name: /^Options of / })
      .nth(1)
      .click();
    return page.getByRole("button", { name });
  };
}
