import type { ChartTable } from "./csv.ts";
import { linearValueAxis, type ValueAxis } from "./value-axis.ts";

/** How many have a whole-numbered value. */
export interface ValueCount {
  readonly value: number;
  readonly count: number;
}

export interface SpreadBin {
  /** From this value, itself included, */
  readonly from: number;
  /** up to this one, itself left out; undefined for the last bin, which takes all above. */
  readonly to: number | undefined;
  readonly count: number;
}

export interface Spread {
  readonly bins: readonly SpreadBin[];
  readonly total: number;
  /** Of the counts: whole numbers from zero. */
  readonly axis: ValueAxis;
  readonly table: ChartTable;
}

interface BinRule {
  /** Width of a bin, a whole number. */
  readonly width: number;
  /** Where the last, open bin begins; without it bins end with the largest value. */
  readonly openFrom?: number;
  /** The first bin's beginning; without it the bin of the smallest value. */
  readonly first?: number;
}

const maxBins = 200;

/** Counts values into bins of one width, from zero counts on: empty bins between are there. */
export function prepareSpread(counts: readonly ValueCount[], { width, openFrom, first }: BinRule): Spread {
  const floor = (value: number) => Math.min(Math.floor(value / width) * width, openFrom ?? Number.POSITIVE_INFINITY);
  const values = counts.filter(({ count }) => count > 0).map(({ value }) => floor(value));
  if (values.length === 0) return spreadOf([]);
  const low = Math.min(first ?? Number.POSITIVE_INFINITY, ...values);
  const high = openFrom ?? Math.max(...values);
  const length = Math.min((high - low) / width + 1, maxBins);
  const bins = Array.from({ length }, (_, index): SpreadBin => {
    const from = low + index * width;
    const count = counts.reduce((sum, each) => (floor(each.value) === from ? sum + each.count : sum), 0);
    return { from, to: from === openFrom ? undefined : from + width, count };
  });
  return spreadOf(bins);
}

function spreadOf(bins: readonly SpreadBin[]): Spread {
  const total = bins.reduce((sum, { count }) => sum + count, 0);
  const largest = Math.max(...bins.map(({ count }) => count), 1);
  const axis = linearValueAxis(largest, { aboutTicks: 3 });
  return { bins, total, axis: { ...axis, ticks: axis.ticks.filter(Number.isInteger) }, table: tableOf(bins) };
}

function tableOf(bins: readonly SpreadBin[]): ChartTable {
  return { header: ["from", "below", "drives"], rows: bins.map(({ from, to, count }) => [from, to, count]) };
}
