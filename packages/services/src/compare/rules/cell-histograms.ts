import type { Database } from "@crosspoint/db";
import { histogramsOf } from "@crosspoint/db/queries/compared-points";
import { decodeHistogram, type LatencyHistogram, mergeHistograms } from "@crosspoint/domain";
import { distinct, type MeasuredCell, placeKey } from "./measured-cell.ts";

/** Histograms that are decoded before others may have their turn. */
const decodedAtOnce = 64;

/**
 * The histogram of each cell: of its one point, or of all its runs and rounds added up. Nothing of one that has none, or whose
 * histograms cannot be added up. In turns, so that a large comparison does not stop the server.
 */
export async function cellHistograms(
  db: Database,
  cells: readonly MeasuredCell[],
): Promise<Map<MeasuredCell, LatencyHistogram>> {
  const stored = await histogramsOf(db, distinct(cells.flatMap(({ rows }) => rows)));
  const bytes = new Map(stored.map((each) => [`${placeKey(each)}.${each.direction}`, each.histogram]));
  const histograms = new Map<MeasuredCell, LatencyHistogram>();
  let decoded = 0;
  for (const cell of cells) {
    const sum = sumOf(cell.rows.map((row) => bytes.get(`${placeKey(row)}.${row.direction}`) ?? null));
    if (sum !== undefined) histograms.set(cell, sum);
    decoded += cell.rows.length;
    if (decoded >= decodedAtOnce) {
      decoded = 0;
      await new Promise(setImmediate);
    }
  }
  return histograms;
}

/** Undefined where one of them is missing, or they count unlike ranges: part of the samples would be taken for all. */
function sumOf(stored: readonly (Uint8Array | null)[]): LatencyHistogram | undefined {
  const histograms = stored.flatMap((each) =>
    each === null ? [] : [decodeHistogram(Buffer.from(each).toString("base64"))],
  );
  const [first] = histograms;
  if (first === undefined || histograms.length < stored.length) return undefined;
  const alike = histograms.every(({ layout }) => JSON.stringify(layout) === JSON.stringify(first.layout));
  return alike ? mergeHistograms(histograms) : undefined;
}
