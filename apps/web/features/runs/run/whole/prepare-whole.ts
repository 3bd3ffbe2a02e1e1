import { formatBytes, formatDuration, formatIops, formatLatency, formatThroughput } from "@crosspoint/domain";
import type { Outputs } from "@/api/client";
import type { Plot, PlotAxis, PlotPoint } from "@/charts/prepare/plot";

export type Whole = Outputs["run"]["whole"];
type Bin = Whole["bins"][number];

/** What a chart of the whole point runs along. */
export type Along = "time" | "written";
export type RateUnit = "iops" | "mbs";

const alongWords = { time: "time", written: "bytes written" } as const;

/** The rate over the whole point: a line of means; of IOPS in a band from the slowest to the fastest second. */
export function rateOver(whole: Whole, along: Along, unit: RateUnit, color: string): Plot {
  const name = unit === "iops" ? "IOPS" : "Throughput";
  const points =
    unit === "iops"
      ? pointsOf(whole, along, ({ iops }) => iops, bandOf)
      : pointsOf(whole, along, ({ bytesPerSecond }) => bytesPerSecond);
  return {
    ...frameOf(whole, along, name),
    y: unit === "iops" ? iopsAxis : throughputAxis,
    series: [{ id: "rate", label: name, color, line: true, points }],
  };
}

/** Latency over the same: means, and the slowest operation of each part. */
export function latencyOver(whole: Whole, along: Along, colors: readonly [mean: string, max: string]): Plot {
  return {
    ...frameOf(whole, along, "Latency"),
    y: { title: "Latency (ms)", scale: "log10", perUnit: 1e6, format: (value) => formatLatency(value).text },
    series: [
      {
        id: "mean",
        label: "Mean",
        color: colors[0],
        line: true,
        points: pointsOf(whole, along, (bin) => bin.latencyNsMean),
      },
      {
        ...{ id: "max", label: "Max", color: colors[1], line: true, width: 1 },
        points: pointsOf(whole, along, (bin) => bin.latencyNsMax),
      },
    ],
  };
}

function frameOf(whole: Whole, along: Along, name: string): Pick<Plot, "title" | "note" | "x" | "empty" | "table"> {
  const { binSeconds } = whole;
  return {
    title: `${name} over ${alongWords[along]}`,
    note: binSeconds === 1 ? "second by second" : `in parts of ${formatDuration(binSeconds * 1000)}`,
    x: alongAxes[along],
    empty: "No seconds of this point arrived.",
    table: tableOf(whole),
  };
}

function bandOf({ iopsLow, iopsHigh }: Bin): Pick<PlotPoint, "low" | "high"> {
  return iopsLow === null || iopsHigh === null ? {} : { low: iopsLow, high: iopsHigh };
}

function pointsOf(
  whole: Whole,
  along: Along,
  of: (bin: Bin) => number | null,
  more: (bin: Bin) => Partial<PlotPoint> = () => ({}),
): PlotPoint[] {
  return whole.bins.map((bin) => {
    const x = along === "time" ? bin.second * 1000 : bin.bytesWritten;
    const y = of(bin);
    if (y === null) return { x, y, gap: bin.seconds === 0 ? "These seconds did not arrive." : "Nothing completed." };
    return { x, y, ...more(bin), details: detailsOf(bin, whole) };
  });
}

/** The last part may end sooner than the others. */
function detailsOf(bin: Bin, { binSeconds, bins }: Whole): string[] {
  const isMissing = bin.seconds < binSeconds && bin !== bins.at(-1);
  return [
    `${formatBytes(bin.bytesWritten).text} written by then`,
    ...(isMissing ? [`${bin.seconds} of ${binSeconds} s arrived`] : []),
  ];
}

const alongAxes: Record<Along, PlotAxis> = {
  time: { title: "Time (min)", scale: "linear", perUnit: 60_000, format: (ms) => formatDuration(ms) },
  written: { title: "Written (GB)", scale: "linear", perUnit: 1e9, format: (bytes) => formatBytes(bytes).text },
};

const iopsAxis: PlotAxis = {
  title: "IOPS",
  scale: "linear",
  fromZero: true,
  format: (value) => formatIops(value).text,
};
const throughputAxis: PlotAxis = {
  title: "Throughput (MB/s)",
  scale: "linear",
  fromZero: true,
  perUnit: 1e6,
  format: (value) => formatThroughput(value, "MB/s").text,
};

function tableOf({ bins }: Whole): Plot["table"] {
  return {
    header: [
      ...["second", "seconds_arrived", "bytes_written", "iops", "iops_min", "iops_max", "bytes_per_s"],
      ...["latency_mean_ns", "latency_max_ns"],
    ],
    rows: bins.map((bin) => [
      bin.second,
      bin.seconds,
      bin.bytesWritten,
      ...[bin.iops, bin.iopsLow, bin.iopsHigh, bin.bytesPerSecond, bin.latencyNsMean, bin.latencyNsMax].map(
        (value) => value ?? undefined,
      ),
    ]),
  };
}
