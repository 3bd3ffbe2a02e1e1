import { formatCount, formatIops } from "@crosspoint/domain";
import type { Plot, PlotAxis } from "@/charts/prepare/plot";
import { lastWords } from "./consistency-words";
import type { Whole } from "./prepare-whole";

/** Every second as a mark; of a long point the slowest and the fastest of each part. */
export function scatterOfSeconds({ drawn, consistency }: Whole, color: string): Plot {
  const seconds = consistency.kind === "consistency" ? consistency.basis.seconds : drawn.length;
  const drawnWords = `${formatCount(drawn.length)} of ${formatCount(seconds)} seconds drawn: of each part the slowest and the fastest`;
  const mean = consistency.kind === "consistency" ? consistency.mean : undefined;
  return {
    title: "IOPS of each second",
    note: drawn.length < seconds ? drawnWords : `${formatCount(seconds)} seconds`,
    x: secondAxis,
    y: iopsAxis,
    series: [{ ...marks(color), points: drawn.map(({ second, iops }) => ({ x: second, y: iops })) }],
    lines: mean === undefined ? [] : [{ from: { y: mean }, to: { y: mean }, label: "Mean" }],
    reads: "point",
    empty: "No seconds of this point arrived.",
    table: { header: ["second", "iops"], rows: drawn.map(({ second, iops }) => [second, iops]) },
  };
}

/** The last 200 seconds, each a mark. */
export function scatterOfLast({ last, consistency }: Whole, color: string): Plot {
  const first = consistency.kind === "consistency" ? secondsOf(consistency) - last.length : 0;
  const points = last.map((iops, index) => ({
    x: first + index,
    y: iops,
    ...(iops === null ? { gap: "This second did not arrive." } : {}),
  }));
  return {
    title: `IOPS of ${lastOf(consistency, `${formatCount(last.length)} seconds`)}`,
    x: secondAxis,
    y: iopsAxis,
    series: [{ ...marks(color), points }],
    reads: "point",
    empty: "No seconds of this point arrived.",
    table: { header: ["second", "iops"], rows: points.map(({ x, y }) => [x, y ?? undefined]) },
  };
}

function lastOf(consistency: Whole["consistency"], seconds: string): string {
  return consistency.kind === "consistency" ? lastWords(consistency, seconds) : `the last ${seconds}`;
}

/** Seconds of the point, with those that did not arrive. */
function secondsOf({ basis }: Extract<Whole["consistency"], { kind: "consistency" }>): number {
  return basis.seconds + basis.missingSeconds;
}

function marks(color: string) {
  return { id: "seconds", label: "One second", color, form: "circle" } as const;
}

const iopsAxis: PlotAxis = {
  title: "IOPS",
  scale: "linear",
  fromZero: true,
  format: (value) => formatIops(value).text,
};
const secondAxis: PlotAxis = {
  title: "Second",
  scale: "linear",
  whole: true,
  format: (second) => `Second ${formatCount(second)}`,
};
