import {
  type Bound,
  chooseLatencyUnit,
  type LatencyHistogram,
  type LatencyUnit,
  type Percentile,
  percentileCurve,
} from "@crosspoint/domain";
import type { ChartTable } from "./csv.ts";
import { middleOf } from "./middle.ts";
import { ninesOf, percentileAtNines } from "./nines.ts";

export interface PercentileSeries {
  readonly id: string;
  readonly label: string;
  readonly histogram: LatencyHistogram;
}

/** A published percentile: drawn hollow, alone, never joined to a measured curve. */
export interface PublishedMark {
  readonly id: string;
  readonly label: string;
  readonly percentile: Percentile;
  readonly ns: number;
  readonly bound: Bound;
  readonly source: string;
}

export interface PercentileChart {
  readonly series: readonly {
    readonly id: string;
    readonly label: string;
    readonly totalCount: number;
    /** Where at least ten samples stand above. */
    readonly solid: readonly PercentilePoint[];
    /** From the last solid point to the end of the samples. */
    readonly faded: readonly PercentilePoint[];
  }[];
  readonly marks: readonly (PublishedMark & { readonly nines: number })[];
  /** The median's place and the end of the samples. */
  readonly xDomain: readonly [number, number];
  readonly unit: LatencyUnit;
  readonly table: ChartTable;
}

export interface PercentilePoint {
  readonly nines: number;
  readonly ns: number;
  readonly samplesAbove: number;
}

const POINTS_PER_NINE = 20;

/** Curves of latency over percentiles, evenly spaced by nines from the median on, and published percentiles as marks. */
export function preparePercentilesByNines(
  series: readonly PercentileSeries[],
  published: readonly PublishedMark[] = [],
): PercentileChart {
  const curves = series.map(prepareCurve);
  const marks = published.map((mark) => ({ ...mark, nines: ninesOf(mark.percentile) }));
  const values = [...curves.flatMap(({ solid, faded }) => [...solid, ...faded]), ...marks].map(({ ns }) => ns);
  const ends = [...curves.flatMap(({ solid, faded }) => [...solid, ...faded]), ...marks].map(({ nines }) => nines);
  const xMax = Math.max(5, ...ends);
  const unit = chooseLatencyUnit(middleOf(values));
  return {
    series: curves,
    marks,
    xDomain: [ninesOf("50"), xMax],
    unit,
    table: tableOf(curves, marks),
  };
}

function prepareCurve({ id, label, histogram }: PercentileSeries): PercentileChart["series"][number] {
  const points = withMedian(percentileCurve(histogram, POINTS_PER_NINE), histogram);
  const firstThin = points.findIndex(({ thin }) => thin);
  const bare = points.map(({ nines, ns, samplesAbove }) => ({ nines, ns, samplesAbove }));
  const cut = firstThin === -1 ? bare.length : firstThin;
  return {
    id,
    label,
    totalCount: histogram.totalCount,
    solid: bare.slice(0, cut),
    // The faded part begins at the last solid point, so that the curve has no hole.
    faded: firstThin === -1 ? [] : bare.slice(Math.max(cut - 1, 0)),
  };
}

type CurvePoint = ReturnType<typeof percentileCurve>[number];

/** The axis begins at the median: the point there is the first one, and what lies below is left out. */
function withMedian(points: readonly CurvePoint[], histogram: LatencyHistogram): CurvePoint[] {
  const median = Math.log10(2);
  const above = points.filter(({ nines }) => nines > median + 1e-9);
  const samplesAbove = Math.floor(histogram.totalCount / 2);
  if (samplesAbove === 0) return [];
  const ns = valueAtRank(histogram, histogram.totalCount - samplesAbove);
  return [{ nines: median, ns, samplesAbove, thin: samplesAbove < 10 }, ...above];
}

function valueAtRank({ buckets }: LatencyHistogram, rank: number): number {
  let upTo = 0;
  for (const bucket of buckets) {
    upTo += bucket.count;
    if (upTo >= rank) return bucket.highestNs;
  }
  return 0;
}

function tableOf(curves: PercentileChart["series"], marks: PercentileChart["marks"]): ChartTable {
  const header = ["series", "kind", "percentile", "latency_ns", "samples_above", "bound"];
  const measured = curves.flatMap(({ label, solid, faded }) =>
    [...solid, ...faded.slice(solid.length === 0 ? 0 : 1)].map((point) => [
      label,
      "measured",
      percentileAtNines(point.nines),
      point.ns,
      point.samplesAbove,
      "exact",
    ]),
  );
  const publishedRows = marks.map((mark) => [mark.label, "published", mark.percentile, mark.ns, undefined, mark.bound]);
  return { header, rows: [...measured, ...publishedRows] };
}
