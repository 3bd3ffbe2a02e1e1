import { formatLatency, type Percentile } from "@crosspoint/domain";
import { latencyAxis, shownValues } from "@/charts/prepare/latency-axis";
import type { Plot, PlotPoint, PlotSeries } from "@/charts/prepare/plot";
import { asSentence } from "../as-sentence";
import { noCpuWords, type Result } from "../results";
import type { Point } from "../run-detail";
import { cpuOf, isMix, type ModeSet, modeName, timedOf } from "./completion-modes";

const shown = ["99", "99.999"] as const satisfies readonly Percentile[];

/** Mean, p99 and p99.999 by mode. */
export function latencyByMode(set: ModeSet, colorOf: (index: number) => string): Plot {
  const { points } = set;
  const lines = [
    { id: "mean", label: "Mean", of: (result: Result) => meanOf(result.latencyNsMean) },
    ...shown.map((percentile) => ({
      id: `p${percentile}`,
      label: `p${percentile}`,
      of: (result: Result) => percentileOf(result, percentile),
    })),
  ];
  const series = lines.map(
    ({ id, label, of }, index): PlotSeries => ({
      id,
      label,
      color: colorOf(index),
      form: "circle",
      points: points.map((point, at) => {
        const result = timedOf(point);
        return { x: at, ...(result === undefined ? gapOf(point) : of(result)) };
      }),
    }),
  );
  return {
    title: `Latency${isMix(set) ? " of reads" : ""} by completion mode`,
    x: modeAxis(points),
    y: latencyAxis("Latency", shownValues(series)),
    series,
    table: {
      header: ["mode", ...lines.map(({ id }) => `latency_${id}_ns`)],
      rows: points.map((point) => {
        const result = timedOf(point);
        return [point.spec.engine, ...lines.map(({ of }) => (result && of(result).y) ?? undefined)];
      }),
    },
  };
}

/** CPU time of an operation by mode, in the tool and in the kernel. */
export function cpuByMode({ points }: ModeSet, colorOf: (index: number) => string): Plot {
  const parts = [
    { id: "user", label: "User", of: (point: Point) => cpuOf(point)?.user },
    { id: "kernel", label: "Kernel", of: (point: Point) => cpuOf(point)?.kernel },
  ] as const;
  return {
    title: "CPU time per I/O by completion mode",
    x: modeAxis(points),
    y: {
      title: "CPU time per I/O (µs)",
      scale: "linear",
      fromZero: true,
      perUnit: 1e3,
      format: (value) => formatLatency(value).text,
    },
    series: parts.map(({ id, label, of }, index) => ({
      id,
      label,
      color: colorOf(index),
      bars: true,
      points: points.map((point, at) => {
        const y = of(point);
        return { x: at, ...(y === undefined ? gapOf(point, asSentence(noCpuWords(point))) : { y }) };
      }),
    })),
    table: {
      header: ["mode", "cpu_user_ns", "cpu_kernel_ns"],
      rows: points.map((point) => [point.spec.engine, cpuOf(point)?.user, cpuOf(point)?.kernel]),
    },
  };
}

function modeAxis(points: readonly Point[]): Plot["x"] {
  const categories = points.map(({ spec }) => spec.engine.replace("+", " "));
  return {
    title: "Completion mode",
    scale: "category",
    categories,
    format: (index) => modeName(points[index]?.spec.engine ?? ""),
  };
}

function meanOf(ns: number | undefined): Pick<PlotPoint, "y" | "gap"> {
  return ns === undefined ? { y: null, gap: "Nothing completed." } : { y: ns };
}

function percentileOf(result: Result, percentile: Percentile): Pick<PlotPoint, "y" | "gap" | "thin" | "details"> {
  const reading = result.percentiles.find((each) => each.percentile === percentile);
  if (reading?.kind !== "value") return { y: null, gap: `Too few I/Os for p${percentile}.` };
  return {
    y: reading.ns,
    thin: reading.thin,
    details: [`${reading.samplesAbove.toLocaleString("en")} samples above it`],
  };
}

function gapOf({ reason }: Point, otherwise = "No result."): { y: null; gap: string } {
  return { y: null, gap: reason ?? otherwise };
}
