import { THIN_SPACE } from "@crosspoint/domain";
import type { SteadyStateWindow } from "@crosspoint/domain/analysis";
import type { Plot, PlotBand, PlotLine, PlotSeries } from "@/charts/prepare/plot";
import { withoutCommonWords } from "../../../../charts/prepare/without-common-words";
import type { Point } from "../run-detail";
import { type FigureWords, figureWords } from "./figure-words";
import type { JudgedRounds } from "./judge-rounds";
import type { MeasuredRounds, TrackedFigure } from "./rounds-of";
import { figureOf, loadName } from "./tracked";

const roundAxis = {
  title: "Round",
  scale: "linear",
  whole: true,
  format: (round: number) => `Round ${round}`,
} as const;

/** The tracked figure by round: its window shaded, with the average, the band that is allowed, and the fitted line. */
export function trackedPlot(figure: TrackedFigure, index: number, judged: JudgedRounds, color: string): Plot {
  const words = figureWords(figure.tracked.metric, figure.values);
  const window = judged.kind === "tooLittle" ? undefined : judged.windows[index];
  const first = figure.points.find((point) => point !== undefined);
  const load = first === undefined ? "the tracked load" : loadName(first);
  return {
    title: `${sentence(words.name)} by round: ${load}`,
    x: { ...roundAxis, from: 1, to: Math.max(2, figure.values.length) },
    y: axisOf(words),
    series: [
      { id: "rounds", label: sentence(words.name), color, form: "circle", line: true, points: marksOf(figure) },
      ...(window === undefined ? [] : fitsOf(window)),
    ],
    bands: window === undefined ? [] : [windowBand(window)],
    lines:
      window === undefined || judged.kind === "tooLittle" ? [] : limitsOf(window, judged.criterion.excursionPercent),
    empty: "No round has been measured.",
    table: {
      header: ["round", tableName(words), "point"],
      rows: figure.values.map((value, round) => [round + 1, value ?? undefined, pointNumber(figure.points[round])]),
    },
  };
}

function marksOf({ values, points }: TrackedFigure): PlotSeries["points"] {
  return values.map((value, round) => ({ x: round + 1, y: value, ...gapOf(value, points[round]) }));
}

function gapOf(value: number | null, point: Point | undefined): { gap?: string } {
  if (value !== null) return {};
  return { gap: point?.reason ?? "No result of this round." };
}

function axisOf(words: FigureWords): Plot["y"] {
  return { title: words.title, scale: "linear", format: words.format, perUnit: words.perUnit };
}

function windowBand({ fromRound, toRound }: SteadyStateWindow): PlotBand {
  return { axis: "x", from: fromRound, to: toRound, label: "Measurement window" };
}

/** As the specification draws them: the average and the fitted line over the window. */
function fitsOf({ fromRound, toRound, average, line }: SteadyStateWindow): PlotSeries[] {
  const fit = { color: "var(--text-muted)", line: true, width: 1.5 } as const;
  const over = (from: number, to: number) => [
    { x: fromRound, y: from },
    { x: toRound, y: to },
  ];
  return [
    { ...fit, id: "average", label: "Average of the window", points: over(average, average) },
    { ...fit, id: "slope", label: "Fitted line", dash: "6 3", points: over(...line) },
  ];
}

/** Half of the allowed range above the average and below it. */
function limitsOf({ fromRound, toRound, average }: SteadyStateWindow, excursionPercent: number): PlotLine[] {
  const half = excursionPercent / 2;
  const level = (share: number, sign: string) => {
    const y = average * (1 + share / 100);
    return { from: { x: fromRound, y }, to: { x: toRound, y }, label: `${sign}${half}${THIN_SPACE}%` };
  };
  return [level(half, "+"), level(-half, "\u2212")];
}

/** How every load of the same mix converges, round by round: the specification's convergence plot. Undefined of one load. */
export function convergencePlot(
  { points, rounds }: Pick<MeasuredRounds, "points" | "rounds">,
  figure: TrackedFigure,
  colorOf: (index: number) => string,
): Plot | undefined {
  const { metric, readPercent } = figure.tracked;
  const alike = points.filter(({ spec }) => readPercent === undefined || spec.readPercent === readPercent);
  const loads = [...Map.groupBy(alike, loadName)];
  if (loads.length < 2) return undefined;
  const words = figureWords(
    metric,
    alike.map((point) => figureOf(point, metric)),
  );
  const labels = withoutCommonWords(loads.map(([name]) => name));
  const series = loads.map(([name, own], index): PlotSeries => {
    const byRound = new Map(own.map((point) => [point.round ?? 0, point]));
    return {
      id: name,
      label: labels[index] ?? name,
      color: colorOf(index),
      line: true,
      form: "circle",
      points: Array.from({ length: rounds }, (_, round) => {
        const point = byRound.get(round);
        const value = point === undefined ? null : figureOf(point, metric);
        return { x: round + 1, y: value, ...gapOf(value, point) };
      }),
    };
  });
  return {
    title: `Convergence: ${words.name} of each load by round`,
    note: readPercent === undefined ? undefined : `all loads with ${readPercent}${THIN_SPACE}% reads`,
    x: { ...roundAxis, from: 1, to: Math.max(2, rounds) },
    y: { ...axisOf(words), scale: "log10" },
    series,
    table: {
      header: ["round", ...loads.map(([name]) => `${name}: ${tableName(words)}`)],
      rows: Array.from({ length: rounds }, (_, round) => [
        round + 1,
        ...series.map((each) => each.points[round]?.y ?? undefined),
      ]),
    },
  };
}

/** Tables hold base units. */
function tableName({ name, unit }: FigureWords): string {
  if (name === "IOPS") return "iops";
  return unit === "MB/s" ? "bytes_per_s" : "latency_mean_ns";
}

function pointNumber(point: Point | undefined): number | undefined {
  return point === undefined ? undefined : point.sequence + 1;
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
