import type { Database } from "@crosspoint/db";
import { type ComparedPoint, type ComparisonMatch, placeEntries, type SeriesEntries } from "@crosspoint/domain";
import type { MeasuredCell } from "./measured-cell.ts";
import { publishedEntries } from "./published-series.ts";
import { type ReadSeries, readMeasured } from "./read-entries.ts";
import { resolveSeries, type WantedSeries } from "./resolve-series.ts";
import type { SeriesHead } from "./series.ts";

/** What a series measured at a row of a comparison. */
export interface PlacedCell {
  readonly point: ComparedPoint;
  /** Its place among the series. */
  readonly series: number;
  readonly cell: MeasuredCell;
}

/** The rows of a comparison as it shows them, and what was measured in each: without percentiles, which take the longest. */
export async function placeCells(db: Database, wanted: readonly WantedSeries[], match: ComparisonMatch) {
  const { series, runs } = await resolveSeries(db, wanted);
  const read = await readMeasured(db, series, runs, { withPercentiles: false });
  const { points, at } = placeEntries(read.map(entriesOf), match);
  const cells = points.flatMap((point, place) =>
    read.flatMap(({ cellOf }, of): PlacedCell[] => {
      const entry = at(place, of);
      const cell = entry && cellOf.get(entry);
      return cell === undefined ? [] : [{ point, series: of, cell }];
    }),
  );
  return { heads: series.map(({ head }) => head), points, cells };
}

/** What a series brings to the grid, and why it has nothing elsewhere. */
export function entriesOf({ series: { head, rows }, entries, tooMany }: ReadSeries): SeriesEntries {
  const published = rows === undefined ? [] : publishedEntries(rows);
  return {
    label: head.label,
    entries: [...entries, ...published],
    elsewhere: whyElsewhere(head, tooMany !== undefined),
  };
}

function whyElsewhere({ kind, gone, detail }: SeriesHead, tooMany: boolean): string {
  if (gone !== undefined) return gone;
  if (tooMany) return "Too many points to compare.";
  return kind === "published" ? `Not published by ${detail}.` : "Not measured.";
}
