import { chooseLatencyUnit, formatCount, formatLatency, nanosecondsPer } from "@crosspoint/domain";
import { ioCount } from "./io-count.ts";
import { middleOf } from "./middle.ts";
import type { HeatLevel, Plot, PlotBand, PlotSeries } from "./plot.ts";
import { shareText } from "./share-text.ts";
import { tickText } from "./tick-text.ts";

/** How often each latency came in each part of a point's time, as the API hands it out. */
export interface LatencyHeat {
  /** Length of a column. */
  readonly columnSeconds: number;
  /** Edges of the rows, equally wide on a logarithmic axis: one more than there are rows. */
  readonly edgesNs: readonly number[];
  /** From the beginning of the point; `null` where no word arrived. */
  readonly columns: readonly (readonly number[] | null)[];
}

interface HeatMapInput extends LatencyHeat {
  /** Says whose latencies they are: "Latency of reads over time". */
  readonly title: string;
  readonly note?: string | undefined;
  /** The warm-up at the beginning, which no figure counts. */
  readonly rampSeconds: number;
}

const emptyWords = "Latencies were not recorded second by second for this point.";

/** Latency over time: a column for each part of the time, a row for each range of latencies, colored by counts. */
export function prepareHeatMap({ title, note, rampSeconds, ...heat }: HeatMapInput): Plot {
  const { columnSeconds, edgesNs, columns } = heat;
  const unit = chooseLatencyUnit(middleOf(edgesNs));
  const most = columns.reduce((max, column) => (column ?? []).reduce((a, b) => Math.max(a, b), max), 0);
  return {
    title,
    note,
    x: {
      title: "Time since the point's start (s)",
      scale: "linear",
      from: 0,
      to: columns.length * columnSeconds,
      format: (middle) =>
        `${tickText(middle - columnSeconds / 2)} to ${tickText(middle + columnSeconds / 2)} s${middle < rampSeconds ? ", warm-up (excluded)" : ""}`,
    },
    y: {
      title: `Latency (${unit})`,
      scale: "log10",
      perUnit: nanosecondsPer(unit),
      format: (ns) => formatLatency(ns, unit).text,
    },
    series: rowsOf(heat, (ns) => formatLatency(ns, unit).text),
    heat: { columnWidth: columnSeconds, levels: heatLevels(most), format: ioCount },
    bands: [
      ...(rampSeconds > 0 ? [{ axis: "x" as const, from: 0, to: rampSeconds, label: "warm-up" }] : []),
      ...silencesOf(heat),
    ],
    empty: emptyWords,
    table: tableOf(heat),
  };
}

/** From the longest latencies to the shortest, as they stand; a cell without operations is none. */
function rowsOf({ edgesNs, columns, columnSeconds }: LatencyHeat, text: (ns: number) => string): PlotSeries[] {
  const totals = columns.map((column) => (column ?? []).reduce((sum, count) => sum + count, 0));
  return edgesNs
    .slice(0, -1)
    .map((fromNs, row): PlotSeries => {
      const toNs = edgesNs[row + 1] ?? fromNs;
      const points = columns.flatMap((column, index) => {
        const count = column?.[row] ?? 0;
        if (count === 0) return [];
        const total = totals[index] ?? count;
        return [
          {
            x: (index + 0.5) * columnSeconds,
            y: Math.sqrt(fromNs * toNs),
            low: fromNs,
            high: toNs,
            count,
            details: [`${shareText(count, total)} of ${ioCount(total)} in that time`],
          },
        ];
      });
      return { id: String(row), label: `${text(fromNs)} to ${text(toNs)}`, color: "var(--heat-5)", points };
    })
    .toReversed();
}

/** Times of which no word arrived, named as such: they are not times without operations. */
function silencesOf({ columns, columnSeconds }: LatencyHeat): PlotBand[] {
  const bands: { axis: "x"; from: number; to: number; label: string }[] = [];
  for (const [index, column] of columns.entries()) {
    if (column !== null) continue;
    const from = index * columnSeconds;
    const last = bands.at(-1);
    if (last?.to === from) last.to = from + columnSeconds;
    else bands.push({ axis: "x", from, to: from + columnSeconds, label: "no data" });
  }
  return bands;
}

const colorCount = 8;

/** Levels that grow threefold, or tenfold where there would be more than there are colors. */
export function heatLevels(most: number): HeatLevel[] {
  if (!(most >= 1)) return [];
  const threefold = edgesUpTo(most, [1, 3]);
  const edges = threefold.length <= colorCount ? threefold : edgesUpTo(most, [1]).slice(0, colorCount);
  return edges.map((from, index) => ({
    id: `level ${index + 1}`,
    label: levelWords(from, edges[index + 1]),
    color: `var(--heat-${colorAt(index, edges.length)})`,
    from,
  }));
}

function edgesUpTo(most: number, digits: readonly number[]): number[] {
  const edges: number[] = [];
  for (let decade = 1; decade <= most; decade *= 10) {
    for (const digit of digits) if (digit * decade <= most) edges.push(digit * decade);
  }
  return edges;
}

/** Colors from one end of the scale to the other, whatever their number. */
function colorAt(index: number, count: number): number {
  return count === 1 ? colorCount : 1 + Math.round((index * (colorCount - 1)) / (count - 1));
}

function levelWords(from: number, next: number | undefined): string {
  if (next === undefined) return `${ioCount(from)} or more`;
  return next - from === 1 ? formatCount(from) : `${formatCount(from)} to ${formatCount(next - 1)}`;
}

function tableOf({ edgesNs, columns, columnSeconds }: LatencyHeat): Plot["table"] {
  return {
    header: ["from_s", "to_s", "from_ns", "to_ns", "operations"],
    rows: columns.flatMap((column, index) =>
      (column ?? []).flatMap((count, row) =>
        count === 0
          ? []
          : [
              [
                index * columnSeconds,
                (index + 1) * columnSeconds,
                Math.round(edgesNs[row] ?? 0),
                Math.round(edgesNs[row + 1] ?? 0),
                count,
              ],
            ],
      ),
    ),
  };
}
