import { formatCount } from "@crosspoint/domain";
import type { ChartTable } from "./csv.ts";
import type { Plot } from "./plot.ts";
import { stackedPoints } from "./stacked-points.ts";

/** How many have a whole-numbered value. */
export interface ValueCount {
  readonly value: number;
  readonly count: number;
}

/** Some of those that are counted, told apart by a color. */
export interface SpreadPart {
  readonly label: string;
  readonly color: string;
  readonly counts: readonly ValueCount[];
}

export interface SpreadBin {
  /** From this value, itself included, */
  readonly from: number;
  /** up to this one, itself left out; undefined for the last bin, which takes all above. */
  readonly to: number | undefined;
  /** Of each part. */
  readonly counts: readonly number[];
}

/** A value worth knowing beside the bars, such as a limit. */
export interface SpreadMark {
  readonly value: number;
  readonly label: string;
  readonly color: string;
}

export interface Spread {
  readonly parts: readonly SpreadPart[];
  readonly bins: readonly SpreadBin[];
  readonly total: number;
  /** Each with the bin that its value falls into. */
  readonly marks: readonly (SpreadMark & { readonly bin: SpreadBin })[];
  readonly table: ChartTable;
}

interface BinRule {
  /** Width of a bin, a whole number. */
  readonly width: number;
  /** Where the last, open bin begins; without it bins end with the largest value. */
  readonly openFrom?: number;
  /** The first bin's beginning; without it the bin of the smallest value. */
  readonly first?: number;
  /** Bins reach as far as the highest of them, so that each is on the axis. */
  readonly marks?: readonly SpreadMark[];
}

const maxBins = 200;

/** Counts values into bins of one width, from zero counts on: empty bins between are there. */
export function prepareSpread(parts: readonly SpreadPart[], rule: BinRule): Spread {
  const { width, openFrom, first, marks = [] } = rule;
  const floor = (value: number) => Math.min(Math.floor(value / width) * width, openFrom ?? Number.POSITIVE_INFINITY);
  const values = parts.flatMap(({ counts }) =>
    counts.filter(({ count }) => count > 0).map(({ value }) => floor(value)),
  );
  if (values.length === 0) return spreadOf(parts, [], []);
  const low = Math.min(first ?? Number.POSITIVE_INFINITY, ...values);
  const high = openFrom ?? Math.max(...values, ...marks.map(({ value }) => floor(value)));
  const length = Math.min((high - low) / width + 1, maxBins);
  const bins = Array.from({ length }, (_, index): SpreadBin => {
    const from = low + index * width;
    const counts = parts.map((part) =>
      part.counts.reduce((sum, each) => (floor(each.value) === from ? sum + each.count : sum), 0),
    );
    return { from, to: from === openFrom ? undefined : from + width, counts };
  });
  const marked = marks.flatMap((mark) => {
    const bin = bins.find(({ from }) => from === floor(mark.value));
    return bin === undefined ? [] : [{ ...mark, bin }];
  });
  return spreadOf(parts, bins, marked);
}

function spreadOf(parts: readonly SpreadPart[], bins: readonly SpreadBin[], marks: Spread["marks"]): Spread {
  return { parts, bins, total: bins.reduce((sum, bin) => sum + countOf(bin), 0), marks, table: tableOf(parts, bins) };
}

function countOf({ counts }: SpreadBin): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

interface SpreadPlotInput {
  readonly spread: Spread;
  readonly title: string;
  /** The quantity and its unit, below the bars. */
  readonly axisTitle: string;
}

/** How many drives have which value, as bars from zero: the parts stand on one another. A bin that holds any can be chosen. */
export function spreadPlot({ spread, title, axisTitle }: SpreadPlotInput): Plot {
  const { parts, bins, total, marks, table } = spread;
  const categories = bins.map(nameOf);
  const shown = parts.flatMap((part, index) => (bins.some(({ counts }) => counts[index]) ? [{ ...part, index }] : []));
  const points = stackedPoints(
    shown.map(({ index }) => bins.map(({ counts }) => counts[index] ?? 0)),
    (place) => bins[place] && rangeOf(bins[place]),
  );
  return {
    title,
    note: `${formatCount(total)} drives`,
    x: { title: axisTitle, scale: "category", categories, format: (bin) => `${categories[bin]}, ${axisTitle}` },
    y: { title: "Drives", scale: "linear", fromZero: true, whole: true, format: formatCount },
    stacked: true,
    series: shown.map(({ label, color }, part) => ({
      id: label,
      label,
      color,
      bars: true,
      points: points[part] ?? [],
    })),
    // At the beginning of the bin that the limit falls into.
    lines: marks.map(({ label, color: own, bin }) => {
      const x = bins.indexOf(bin) - 0.5;
      return { from: { x }, to: { x }, label, color: own };
    }),
    table,
  };
}

/** "30-34", both ends included, or "100-": as lists are filtered by it. */
function rangeOf({ from, to }: SpreadBin): string {
  return `${from}-${to === undefined ? "" : to - 1}`;
}

/** "30–34" in whole numbers; "≥ 100" for the open bin. */
function nameOf({ from, to }: SpreadBin): string {
  if (to === undefined) return `≥ ${from}`;
  return to - from === 1 ? String(from) : `${from}–${to - 1}`;
}

function tableOf(parts: readonly SpreadPart[], bins: readonly SpreadBin[]): ChartTable {
  return {
    header: ["from", "below", ...parts.map(({ label }) => label)],
    rows: bins.map(({ from, to, counts }) => [from, to, ...counts]),
  };
}
