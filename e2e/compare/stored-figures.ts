import type { Database } from "@crosspoint/db";
import {
  decodeHistogram,
  formatIops,
  formatLatency,
  formatThroughput,
  type LatencyHistogram,
  mergeHistograms,
  PERCENTILES,
  readPercentile,
} from "@crosspoint/domain";
import type { Locator, Page } from "@playwright/test";
import { comeTo } from "../steps/come-to.ts";

/** The histogram of one point of several runs together, as they are stored. */
export async function storedHistogram(
  db: Database,
  runIds: readonly string[],
  sequence: number,
): Promise<LatencyHistogram> {
  const rows = await db.pointDirection.findMany({ where: { runId: { in: [...runIds] }, pointSequence: sequence } });
  const merged = mergeHistograms(
    rows.map(({ histogram }) => decodeHistogram(Buffer.from(histogram ?? []).toString("base64"))),
  );
  if (merged === undefined) throw new Error("Nothing is stored.");
  return merged;
}

/**
 * What Compare's table of all metrics has to show of one point of these runs, computed anew from what is stored: rates are the mean of
 * the runs, the mean latency is that of all operations; percentiles of several runs are those of all their histograms together, of one run
 * those that came with its result.
 */
export async function storedFigures(db: Database, runIds: readonly string[], sequence: number): Promise<string[]> {
  const rows = await db.pointDirection.findMany({ where: { runId: { in: [...runIds] }, pointSequence: sequence } });
  const histogram = await storedHistogram(db, runIds, sequence);
  const sum = (value: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + value(row), 0);
  const operations = sum((row) => Number(row.operations));
  const meanNs = sum((row) => Number(row.operations) * Number(row.latencyNsMean)) / operations;
  const [only] = rows.length === 1 ? rows : [];
  const { latencyNsP50, latencyNsP99, latencyNsP999, latencyNsP9999, latencyNsP99999 } = only ?? {};
  const own = [latencyNsP50, latencyNsP99, latencyNsP999, latencyNsP9999, latencyNsP99999];
  const shown = PERCENTILES.filter((percentile) => percentile !== "90").map((percentile, at) => {
    const reading = readPercentile(histogram, percentile);
    const ns = only === undefined ? (reading.kind === "value" ? reading.ns : undefined) : own[at];
    return ns === undefined || ns === null ? "–" : latency(Number(ns));
  });
  return [
    formatIops(sum((row) => row.iops) / runIds.length).value,
    formatThroughput(sum((row) => row.bytesPerSecond) / runIds.length, "MB/s").value,
    latency(meanNs),
    ...shown,
    latency(Math.max(...rows.map((row) => Number(row.latencyNsMax)))),
  ];
}

function latency(ns: number): string {
  return plain(formatLatency(ns, "µs").text);
}

/** The table of all metrics as a reader sees it, by workload and series. */
export async function shownFigures(page: Page): Promise<Map<string, Map<string, string[]>>> {
  const results = await comeTo(page, "All results");
  const table = results.getByRole("table", { name: "All results of the comparison" });
  const groups = await table.evaluate((found) =>
    [...found.querySelectorAll("tbody")].map((group) => ({
      words: group.querySelector("th")?.innerText ?? "",
      rows: [...group.querySelectorAll("tr")]
        .slice(1)
        .map((row) => [...row.querySelectorAll("td")].map((cell) => cell.innerText)),
    })),
  );
  return new Map(
    groups.map(({ words, rows }) => [
      plain(words),
      new Map(rows.map(([series = "", , ...figures]) => [plain(series).trim(), figures.slice(0, -1).map(plain)])),
    ]),
  );
}

/** Thin spaces as spaces. */
function plain(text: string): string {
  return text.replace(/[\u2009\u00a0]/g, " ");
}

/** Goes on with the Tab key until this has the focus, as somebody without a mouse does. */
export async function tabTo(page: Page, target: Locator, steps = 60): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${steps} steps of the Tab key do not lead to ${target}.`);
}
