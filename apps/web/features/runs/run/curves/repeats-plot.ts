import { chooseLatencyUnit, formatPercent, nanosecondsPer } from "@crosspoint/domain";
import { METHODS } from "@crosspoint/domain/analysis";
import type { Plot, PlotAxis, PlotPoint } from "@/charts/prepare/plot";
import { formatMetric } from "./figures";
import { centerOf, type RepeatedLoad, type RepeatMetric } from "./repeats";

const metricNames = { iops: "IOPS", latencyNsMean: "Mean latency", latencyNsP99: "p99 latency" } as const;

/** How far the farthest repeat of any load lies from its center: half the height of all their drawings. */
export function widestShare(loads: readonly RepeatedLoad[]): number {
  const shares = loads.flatMap(({ center, repeats, interval }) => {
    const ends = interval.kind === "interval" ? [interval.low, interval.high] : [];
    return center === 0
      ? []
      : [...repeats.map(({ value }) => value), ...ends].map((value) => Math.abs(value / center - 1));
  });
  // A hundredth at least: repeats that are all alike are a flat line, not noise blown up.
  return Math.max(0.01, ...shares) * 1.1;
}

/** One load's repeats; `share` of the center above and below it, so that drawings beside one another have one scale. */
export function repeatsPlot(load: RepeatedLoad, metric: RepeatMetric, share: number, ownRunId: string): Plot {
  const { name, repeats, center, interval, unit } = load;
  return {
    title: name,
    note: spreadWords(load),
    x: {
      title: unit === "runs" ? "Run" : "Time within this run",
      scale: "category",
      categories: repeats.map(({ label }) => label),
      format: (index) => repeats[index]?.label ?? "",
      tick: (index) => String(index + 1),
    },
    y: valueAxis(metric, center, share),
    series: [
      {
        ...{ id: "repeats", label: metricNames[metric], color: "var(--series-1)", form: "circle", line: false },
        points: repeats.map((_, index) => repeatPoint(load, index, metric, ownRunId)),
      },
    ],
    lines: [{ from: { y: center }, to: { y: center }, label: centerOf(metric) }],
    ...(interval.kind === "interval"
      ? {
          bands: [
            {
              ...({ axis: "y", from: Math.max(interval.low, 0), to: interval.high } as const),
              label: `${100 * interval.confidence} % interval`,
            },
          ],
        }
      : {}),
    table: {
      header: [
        "load",
        unit === "runs" ? "run" : "time",
        "run_id",
        "point",
        `${metric} (${metric === "iops" ? "iops" : "ns"})`,
      ],
      rows: repeats.map(({ label, runId, sequence, value }) => [name, label, runId, sequence + 1, value]),
    },
  };
}

function repeatPoint(
  { repeats, outliers, center }: RepeatedLoad,
  index: number,
  metric: RepeatMetric,
  own: string,
): PlotPoint {
  const repeat = repeats[index];
  if (repeat === undefined) throw new RangeError(`There is no repeat ${index}.`);
  const odd = outliers.kind === "outliers" ? outliers.outliers.find((each) => each.index === index) : undefined;
  const off = center === 0 ? 0 : 100 * (repeat.value / center - 1);
  return {
    x: index,
    y: repeat.value,
    id: `${repeat.runId} ${repeat.sequence}`,
    details: [
      ...(repeat.runId === own ? ["this run"] : []),
      `point ${repeat.sequence + 1}`,
      `${signed(off)} from the ${centerOf(metric)}, ${formatMetric(metric, center)}`,
    ],
    ...(odd === undefined
      ? {}
      : { warning: "far from the other repeats (modified z-score above 3.5); it still counts" }),
  };
}

function valueAxis(metric: RepeatMetric, center: number, share: number): PlotAxis {
  const ends = { from: Math.max(0, center * (1 - share)), to: center * (1 + share) };
  const format = (value: number) => formatMetric(metric, value);
  if (metric === "iops") return { title: "IOPS", scale: "linear", format, ...ends };
  const unit = chooseLatencyUnit(center);
  return {
    ...({ title: `${metricNames[metric]} (${unit})`, scale: "linear", format, ...ends } as const),
    perUnit: nanosecondsPer(unit),
  };
}

/** "5 runs, standard deviation 0.42 %". */
function spreadWords({ repeats, unit, spreadPercent, interval }: RepeatedLoad): string {
  const times = `${repeats.length} ${unit}`;
  const spread = `standard deviation ${formatPercent(spreadPercent).text}`;
  if (interval.kind === "interval") return `${times}, ${spread}`;
  return `${times}, ${spread}; an interval needs ${interval.needs} repeats`;
}

/** The estimate with its interval and method, or why there is none. */
export function intervalWords({ interval }: RepeatedLoad, metric: RepeatMetric): string {
  if (interval.kind === "tooLittle") return `needs ${interval.needs} repeats; there are ${interval.has}`;
  const { low, high, confidence, method } = interval;
  // No rate and no latency is below zero, however little two repeats say.
  return `${formatMetric(metric, Math.max(low, 0))} to ${formatMetric(metric, high)} (${100 * confidence} %, ${METHODS[method].name})`;
}

function signed(percent: number): string {
  return `${percent < 0 ? "−" : "+"}${formatPercent(Math.abs(percent)).text}`;
}
