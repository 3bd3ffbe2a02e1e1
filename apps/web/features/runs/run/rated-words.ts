import {
  boundSign,
  chosenForRating,
  formatIops,
  formatLatency,
  formatPercent,
  formatThroughput,
  metricOf,
  THIN_SPACE,
} from "@crosspoint/domain";
import type { Run } from "./run-detail";

export type Rated = NonNullable<Run["rated"]>;
export type JudgedFigure = Rated["figures"][number];
type Figure = JudgedFigure["figure"];

/** A figure of its metric, in the unit that suits the rated value. */
export function ratedQuantity({ unit }: Pick<Figure, "unit">, value: number) {
  if (unit === "iops") return formatIops(value);
  return unit === "ns" ? formatLatency(value) : formatThroughput(value, "MB/s");
}

/** "≥ 550,000 IOPS": what the sheet promises. A rate is a least and a latency a most, where it does not say otherwise. */
export function ratedWords(figure: Figure): string {
  const { metric, bound, value } = figure;
  const { text } = ratedQuantity(figure, value);
  const better = metricOf(metric).better;
  if (bound === "at_most" && better === "higher") return `up to ${text}`;
  const sign = bound === "exact" ? (better === "higher" ? "≥" : "≤") : boundSign(bound);
  return `${sign}${THIN_SPACE}${text}`;
}

/** What the sheet leaves open, and how it was measured; empty where it states everything. */
export function chosenWords(figure: Figure): string {
  const chosen = chosenForRating(figure);
  return chosen.length === 0 ? "" : `Not stated, measured at: ${chosen.join(", ")}`;
}

/** "p99.999 latency, QD1": what of a measurement is held against the figure. */
export function measuredWords({ metric, workload }: Pick<Figure, "metric" | "workload">): string {
  const { queueDepth } = workload;
  return [metricOf(metric).name, ...(queueDepth === undefined ? [] : [`QD${queueDepth}`])].join(", ");
}

/** "Missed by 10 %", "Met, 12 % better than rated": the verdict in a word or two, and why there is none. */
export function verdictWords({ verdict }: Pick<JudgedFigure, "verdict">): { word: string; reason?: string } {
  switch (verdict.kind) {
    case "met":
      return { word: "Met", ...(verdict.betterPercent < 0.1 ? {} : { reason: betterWords(verdict.betterPercent) }) };
    case "missed":
      return { word: `Missed by ${percentWords(verdict.worsePercent)}` };
    case "notJudged":
      return { word: "Not judged", reason: verdict.reason };
    case "notMeasured":
      return { word: "Not measured", reason: verdict.reason };
  }
}

function betterWords(percent: number): string {
  return `${percentWords(percent)} better than rated`;
}

function percentWords(percent: number): string {
  if (percent < 0.1) return `less than ${formatPercent(0.1).text}`;
  return formatPercent(Number(percent.toFixed(percent < 10 ? 1 : 0))).text;
}

/** "9 met, 1 missed, 2 not measured". */
export function countWords(figures: readonly Pick<JudgedFigure, "verdict">[]): string {
  const kinds = [
    ["met", "met"],
    ["missed", "missed"],
    ["notJudged", "not judged"],
    ["notMeasured", "not measured"],
  ] as const;
  const counts = kinds.map(([kind, word]) => [figures.filter(({ verdict }) => verdict.kind === kind).length, word]);
  return counts.flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`])).join(", ");
}
