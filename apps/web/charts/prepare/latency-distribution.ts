import {
  chooseLatencyUnit,
  distribution,
  type LatencyHistogram,
  type LatencyUnit,
  roughMedianNs,
} from "@crosspoint/domain";
import type { ChartTable } from "./csv.ts";

export interface DistributionSeries {
  readonly id: string;
  readonly label: string;
  readonly histogram: LatencyHistogram;
}

export interface DistributionStep {
  readonly fromNs: number;
  readonly toNs: number;
  readonly count: number;
  /** Share of all samples of the series, in percent. */
  readonly sharePercent: number;
}

export interface DistributionChart {
  readonly series: readonly {
    readonly id: string;
    readonly label: string;
    readonly totalCount: number;
    readonly steps: readonly DistributionStep[];
  }[];
  readonly unit: LatencyUnit;
  readonly table: ChartTable;
}

/** Bins 5 % wide: finer ones would show the three digits that a histogram keeps, coarser ones hide a second peak. */
const BINS_PER_DECADE = 48;

/**
 * How many of the operations took how long, in bins that are equally wide on a logarithmic axis. Beside another chart
 * of the same latencies it has that chart's unit.
 */
export function prepareDistribution(series: readonly DistributionSeries[], unit?: LatencyUnit): DistributionChart {
  const prepared = series.map(({ id, label, histogram }) => ({
    id,
    label,
    totalCount: histogram.totalCount,
    steps: distribution(histogram, BINS_PER_DECADE).map((bin) => ({
      ...bin,
      sharePercent: (bin.count / histogram.totalCount) * 100,
    })),
  }));
  const [first] = series;
  return {
    series: prepared,
    unit: unit ?? chooseLatencyUnit((first && roughMedianNs(first.histogram)) ?? 0),
    table: {
      header: ["series", "from_ns", "to_ns", "operations", "share_percent"],
      rows: prepared.flatMap(({ label, steps: bins }) =>
        bins.map(({ fromNs, toNs, count, sharePercent }) => [
          label,
          Math.round(fromNs),
          Math.round(toNs),
          count,
          sharePercent,
        ]),
      ),
    },
  };
}
