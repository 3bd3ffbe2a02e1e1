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

const workload = async (page: Page) => page.getByRole("combobox", { name: "Workload", exact: true });
const differences = async (page: Page) =>
  page
    .getByRole("group", { name: /^Differences of/ })
    .getByRole("application")
    .first();
const rows = async (page: Page) => page.getByRole("region", { name: /all points and series$/ });

const chosen = (name: string, control: string): Interaction => ({
  ...{ name, at: radio(control), act: click, look: firstDrawing },
});

const interactions: readonly Interaction[] = [
  chosen("another metric", "p99 latency"),
  chosen("and another", "Mean latency"),
  chosen("logarithmic axis", "Log"),
  chosen("relative to the baseline", "Relative to the baseline"),
  {
    ...{ name: "menu of a series", act: click },
    at: async (page) => page.getByRole("button", { name: /^Options of / }).nth(1),
    look: () => document.querySelector("[role=dialog][aria-label^='Options of'] button")?.textContent,
  },
  {
    ...{ name: "another baseline", act: click, look: firstDrawing },
    at: async (page) => page.getByRole("button", { name: "Use as baseline" }),
  },
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
    ...{ name: "table of a chart", act: click },
    at: async (page) => page.getByRole("button", { name: /^Show table: / }).first(),
    look: () => document.querySelectorAll("figure table").length,
  },
  {
    ...{ name: "without it", act: click },
    at: async (page) => page.getByRole("button", { name: /^Hide table: / }).first(),
    look: () => document.querySelectorAll("figure table").length,
  },
  { name: "one workload", at: workload, act: choose(3), look: firstDrawing },
  { name: "all workloads", at: workload, act: choose(0), look: firstDrawing },
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
    ...{ name: "rows further down", at: rows, act: wheel },
    look: () =>
      document.querySelector("table[aria-label$='all points and series'] tr[data-index]")?.getAttribute("data-index"),
  },
  {
    ...{ name: "all metrics", at: radio("All metrics"), act: click },
    look: () => document.querySelector("table[aria-label='All results of the comparison']") !== null,
  },
  {
    ...{ name: "more workloads", act: click },
    at: async (page) => page.getByRole("button", { name: /^Show more workloads/ }),
    look: () => document.querySelectorAll("table[aria-label='All results of the comparison'] tr").length,
  },
  {
    ...{ name: "one metric", at: radio("One metric"), act: click },
    look: () => document.querySelector("table[aria-label='All results of the comparison']") !== null,
  },
  chosen("a third metric", "Throughput"),
  {
    ...{ name: "down to the differences", at: drawing },
    act: (page) => page.evaluate(() => document.querySelector("[aria-label='Differences']")?.scrollIntoView()),
    look: () => document.querySelector("[aria-label^='Differences of'] [data-drawing]") !== null,
  },
  {
    ...{ name: "on to their table", at: differences },
    act: (page) =>
      page.evaluate(() => document.querySelector("[aria-label^='Differences of '][role=region]")?.scrollIntoView()),
    look: () => document.querySelector("table[aria-label^='Differences of']") !== null,
  },
  {
    ...{ name: "on to the percentiles", at: rows },
    act: (page) =>
      page.evaluate(() => document.querySelector("[aria-label='Latency by percentile']")?.scrollIntoView()),
    look: () => [...document.querySelectorAll("h2")].some(({ textContent }) => textContent === "Latency by percentile"),
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
    const target = await at(page);
    // It may stand below the bar at the top, and what comes into sight with it may push it on.
    if (act === click) await target.click({ trial: true });
    await thread.untilQuiet();
    const place = await placeOf(page, target);
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

/** Of a list that the browser itself opens: what a choice costs the page. */
function choose(index: number) {
  return async (page: Page) => {
    await (await workload(page)).selectOption({ index });
  };
}

async function wheel(page: Page, { x, y }: Point): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, 400);
}
