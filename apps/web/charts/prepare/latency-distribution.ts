import {
  chooseLatencyUnit,
  distribution,
  type LatencyHistogram,
  type LatencyUnit,
  roughMedianNs,
} from "@crosspoint/domain";
import type { ChartTable } from "./csv.ts";
import { logAxis } from "./log-axis.ts";
import { type Scale, type ValueAxis, valueAxes } from "./value-axis.ts";

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
  /** Steps of all series on one grid: the share holds from this place to the next row's. */
  readonly rows: readonly DistributionRow[];
  /** Base-ten logarithms of whole decades of nanoseconds. */
  readonly xTicks: readonly number[];
  readonly xDomain: readonly [number, number];
  readonly unit: LatencyUnit;
  /** Of the shares in percent; logarithmic where a tail of one in a million is to be seen beside the body. */
  readonly shareAxes: Readonly<Record<Scale, ValueAxis>>;
  readonly table: ChartTable;
}

export interface DistributionRow {
  /** Base-ten logarithm of the step's start in nanoseconds. */
  readonly log10Ns: number;
  readonly steps: Readonly<Record<string, DistributionStep>>;
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
  const steps = prepared.flatMap((each) => each.steps);
  const edges = steps.flatMap(({ fromNs, toNs }) => [fromNs, toNs]);
  const [first] = series;
  const decades = logAxis(edges);
  const xTicks = decades.kind === "axis" ? decades.decades.map(Math.log10) : [];
  return {
    series: prepared,
    rows: rowsOf(prepared),
    xTicks,
    xDomain: [xTicks[0] ?? 0, xTicks.at(-1) ?? 1],
    unit: unit ?? chooseLatencyUnit((first && roughMedianNs(first.histogram)) ?? 0),
    shareAxes: valueAxes(steps.map(({ sharePercent }) => sharePercent)),
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

/** All bins lie on the same grid of the logarithm, so equal starts are equal bins. A last row closes the last step. */
function rowsOf(series: DistributionChart["series"]): DistributionRow[] {
  const binOf = (ns: number) => Math.round(Math.log10(ns) * BINS_PER_DECADE);
  const bins = series.flatMap(({ steps }) => steps.map(({ fromNs }) => binOf(fromNs)));
  if (bins.length === 0) return [];
  const first = Math.min(...bins);
  const length = Math.max(...bins) - first + 2;
  const byBin = series.map(({ id, steps }) => ({
    id,
    steps: new Map(steps.map((step) => [binOf(step.fromNs), step])),
  }));
  return Array.from({ length }, (_, offset) => {
    const bin = first + offset;
    const here = byBin.flatMap(({ id, steps }) => {
      const step = steps.get(bin);
      return step === undefined ? [] : [[id, step] as const];
    });
    return { log10Ns: bin / BINS_PER_DECADE, steps: Object.fromEntries(here) };
  });
}
