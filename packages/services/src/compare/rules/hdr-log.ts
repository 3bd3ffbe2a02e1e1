import type { Database } from "@crosspoint/db";
import { type ComparedPoint, encodeHistogram, type LatencyHistogram, summarizeHistogram } from "@crosspoint/domain";
import { hdrLogEntry, hdrLogHead } from "../../result/rules/hdr-log.ts";
import { cellHistograms } from "./cell-histograms.ts";
import { type MeasuredCell, placeKey } from "./measured-cell.ts";
import type { PlacedCell, placeCells } from "./place-cells.ts";

/** Cells whose histograms are in memory at once. */
const cellsAtOnce = 32;

/**
 * A comparison as a log of HdrHistogram: an entry for each series, row and direction that was measured. Its tag begins with the series'
 * number, which a comment of the log names. Reads and writes of a mix together are left out: they are the sum of two entries.
 */
export async function* hdrLogOf(
  db: Database,
  { heads, points, cells }: Awaited<ReturnType<typeof placeCells>>,
): AsyncGenerator<string> {
  const loads = [...new Set(points.map(loadKeyOf))];
  const series = heads.flatMap(({ id, kind, label, detail }, at) =>
    kind === "published" ? [] : [`s${at + 1}: ${label}, ${detail} (${id})`],
  );
  yield hdrLogHead(undefined, series);
  const single = cells.filter(({ cell }) => cell.direction !== "both");
  for (let at = 0; at < single.length; at += cellsAtOnce) {
    const page = single.slice(at, at + cellsAtOnce);
    const histograms = await cellHistograms(
      db,
      page.map(({ cell }) => cell),
    );
    yield page
      .map((placed) => entryOf(placed, loads.indexOf(loadKeyOf(placed.point)) + 1, histograms.get(placed.cell)))
      .join("");
  }
}

/** Rows of one load, whatever their direction: readers take `x.read` and `x.write` for directions of one point. */
function loadKeyOf({ key, direction }: ComparedPoint): string {
  return key.slice(0, -`~${direction}`.length);
}

function entryOf({ point, series, cell }: PlacedCell, load: number, histogram: LatencyHistogram | undefined): string {
  if (histogram === undefined) return "";
  const summary = summarizeHistogram(histogram);
  return hdrLogEntry({
    tag: `s${series + 1}-p${load}-${tagWords(point.words)}.${cell.direction}`,
    startSeconds: 0,
    seconds: secondsOf(cell),
    maxNs: summary.kind === "summary" ? summary.maxNs : 0,
    histogram: encodeHistogram(histogram),
  });
}

/** Letters, digits and dashes: what every reader takes for a tag. */
function tagWords(words: string): string {
  const plain = words.replace(/: (?:reads|writes)$/, "").replace(/[^A-Za-z0-9]+/g, "-");
  return plain.slice(0, wordsMax).replace(/-$/, "");
}

/** This product's reader takes tags of 100 characters. */
const wordsMax = 70;

/** Of all points of a cell together. */
function secondsOf({ rows }: MeasuredCell): number {
  const elapsed = new Map(rows.map((row) => [placeKey(row), row.elapsedNs ?? 0]));
  return [...elapsed.values()].reduce((sum, ns) => sum + ns, 0) / 1e9;
}
