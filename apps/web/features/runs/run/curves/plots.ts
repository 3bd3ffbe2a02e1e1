import { bytesPerSecondPer } from "@crosspoint/domain";
import type { ChartTable } from "@/charts/prepare/csv";
import { latencyAxis, shownValues } from "@/charts/prepare/latency-axis";
import type { Plot, PlotAxis, PlotPoint, PlotSeries } from "@/charts/prepare/plot";
import type { Run } from "../run-detail";
import { type Figure, figureOf, formatMetric, type Latency, type Metric, type Rate } from "./figures";
import { axisLooks, drawnAt, type Frame, type FrameLine } from "./frames";
import { drawnMark, type Mark, marksOf, placesOf } from "./marks";
import { publishedSeries } from "./published";
import { saturationsOf } from "./saturation";

/** What the page's controls have chosen. */
export interface Choice {
  readonly rate: Rate;
  readonly latency: Latency;
  readonly scale: "log" | "linear";
}

export const rateNames = { iops: "IOPS", bytesPerSecond: "Throughput" } as const satisfies Record<Rate, string>;
export const latencyNames = {
  latencyNsMean: "Mean latency",
  latencyNsP50: "p50 latency",
  latencyNsP99: "p99 latency",
  latencyNsP99999: "p99.999 latency",
} as const satisfies Record<Latency, string>;
const axisWords = {
  depth: "queue depth",
  size: "transfer size",
  mix: "share of reads",
  threads: "threads",
  rate: "offered rate",
} as const;

/** IOPS or bytes per second over what was swept; of a depth sweep, where it comes near its peak is marked. */
export function ratePlot(frame: Frame, { rate }: Choice, published: Run["published"]): Plot {
  const near = frame.axis === "depth" ? saturationsOf(frame, rate) : [];
  const labelled = new Map(near.map(({ line, mark, depth }) => [`${line.id} ${mark.at}`, `QD${depth}`]));
  const series = frame.lines.map((line) =>
    lineSeries(frame, line, rate, (mark) => labelled.get(`${line.id} ${mark.at}`)),
  );
  return {
    title: `${rateNames[rate]} by ${axisWords[frame.axis]}`,
    x: placeAxis(frame),
    y: rateAxis(rate),
    series: [...series, ...publishedSeries(frame, rate, published)],
    empty: "No point has a result yet.",
    table: tableOf(frame, rate),
  };
}

/** Latencies over what was swept; of a mix, of reads and of writes, never of both together. */
export function latencyPlot(frame: Frame, { latency, scale }: Choice, published: Run["published"]): Plot {
  const lines = frame.lines.filter(({ part }) => part !== "all");
  const series = [
    ...lines.map((line) => lineSeries(frame, line, latency)),
    ...publishedSeries({ ...frame, lines }, latency, published),
  ];
  return {
    title: `${latencyNames[latency]} by ${axisWords[frame.axis]}`,
    x: placeAxis(frame),
    y: latencyAxis(latencyNames[latency], shownValues(series), scale === "log" ? "log10" : "linear"),
    series,
    empty: "No point has this latency: too few samples carry it, or nothing was measured yet.",
    table: tableOf({ ...frame, lines }, latency),
  };
}

/** Latency against throughput, a mark for each place with its label: what a rate costs. */
export function tradePlot(frame: Frame, { rate, latency, scale }: Choice): Plot {
  const lines = frame.lines.filter(({ part }) => part !== "all");
  const look = axisLooks[frame.axis];
  const series = lines.map((line): PlotSeries => {
    const points: PlotPoint[] = [];
    for (const mark of marksOf(line, latency)) {
      const x = rateBeside(frame, line, mark, rate);
      const { x: last } = points.at(-1) ?? {};
      if (x.kind === "figure" && mark.figure.kind === "figure") {
        const drawn = drawnMark(mark, x.value);
        const label = look.format(drawnAt(frame.axis, mark.at));
        points.push({ ...drawn, label, details: [label, ...(drawn.details ?? [])] });
      } else if (last !== undefined) {
        // No line joins what lies on both sides of a place without figures.
        points.push({ x: last, y: null, silent: true });
      }
    }
    return { ...seriesLook(line), points };
  });
  return {
    title: `${latencyNames[latency]} against ${rate === "iops" ? "IOPS" : "throughput"}`,
    x: rateAxis(rate),
    y: latencyAxis(latencyNames[latency], shownValues(series), scale === "log" ? "log10" : "linear"),
    series,
    reads: "point",
    empty: "No point has this latency: too few samples carry it, or nothing was measured yet.",
    table: tradeTable(frame, lines, { rate, latency, scale }),
  };
}

/** What the drive did, of a mix in both directions, in the very repeat whose latency it stands beside. */
function rateBeside(frame: Frame, line: FrameLine, { point }: Mark, rate: Rate): Figure {
  const whole = frame.lines.find(({ part, points }) => part === "all" && points === line.points) ?? line;
  return figureOf(point, whole.part, rate);
}

function lineSeries(
  frame: Frame,
  line: FrameLine,
  metric: Metric,
  labelOf: (mark: Mark) => string | undefined = () => undefined,
): PlotSeries {
  const points = marksOf(line, metric).map((mark): PlotPoint => {
    const label = labelOf(mark);
    const drawn = drawnMark(mark, drawnAt(frame.axis, mark.at));
    return label === undefined ? drawn : { ...drawn, label };
  });
  return { ...seriesLook(line), points: points.toSorted((a, b) => a.x - b.x) };
}

function seriesLook({ id, label, color, dash }: FrameLine) {
  return { id, label, color, dash, form: "circle", line: true } as const;
}

/** From the first to the last value of the plan, so that nothing moves while points come in. */
function placeAxis(frame: Frame): PlotAxis {
  const places = placesOf(frame.lines).map((at) => drawnAt(frame.axis, at));
  const { title, scale, format, tick } = axisLooks[frame.axis];
  return { title, scale, format, tick, from: Math.min(...places), to: Math.max(...places) };
}

function rateAxis(rate: Rate): PlotAxis {
  const format = (value: number) => formatMetric(rate, value);
  if (rate === "iops") return { title: "IOPS", scale: "linear", format, fromZero: true };
  const perUnit = bytesPerSecondPer("MB/s");
  return { title: "Throughput (MB/s)", scale: "linear", format, fromZero: true, perUnit };
}

const tableUnits = { iops: "iops", bytesPerSecond: "bytes_per_s" } as const;

function unitOf(metric: Metric): string {
  return metric === "iops" || metric === "bytesPerSecond" ? tableUnits[metric] : "ns";
}

/** One line per mark: base units, nothing rounded, and why there is nothing. */
function tableOf(frame: Frame, metric: Metric): ChartTable {
  return {
    header: ["series", axisWords[frame.axis], "point", `${metric} (${unitOf(metric)})`, "low", "high", "note"],
    rows: frame.lines.flatMap((line) =>
      marksOf(line, metric).map(({ at, point, figure, range }) => [
        `${frame.title}, ${line.label}`,
        at,
        point.sequence + 1,
        figure.kind === "figure" ? figure.value : undefined,
        range?.[0],
        range?.[1],
        figure.kind === "figure" ? figure.support : figure.reason,
      ]),
    ),
  };
}

function tradeTable(frame: Frame, lines: readonly FrameLine[], { rate, latency }: Choice): ChartTable {
  return {
    header: ["series", axisWords[frame.axis], "point", `${rate} (${unitOf(rate)})`, `${latency} (ns)`],
    rows: lines.flatMap((line) =>
      marksOf(line, latency).map((mark) => {
        const { at, point, figure } = mark;
        const found = rateBeside(frame, line, mark, rate);
        return [
          `${frame.title}, ${line.label}`,
          at,
          point.sequence + 1,
          found.kind === "figure" ? found.value : undefined,
          figure.kind === "figure" ? figure.value : undefined,
        ];
      }),
    ),
  };
}
