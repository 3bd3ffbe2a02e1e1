import { workloadKey, workloadOf } from "@crosspoint/domain";
import {
  type IntervalResult,
  intervalOfRepeats,
  mean,
  median,
  type Outliers,
  outliersOf,
  sampleDeviation,
} from "@crosspoint/domain/analysis";
import type { Outputs } from "@/api/client";
import { type Run, workloadName } from "../run-detail";
import { measuredAlone } from "./sweeps";

export type PlanRepeats = Outputs["run"]["repeats"];
export type RepeatMetric = "iops" | "latencyNsMean" | "latencyNsP99";

/** One time that a load was measured. */
export interface Repeat {
  readonly runId: string;
  readonly sequence: number;
  /** "2026-11-22 13:05", or "time 2" within one run. */
  readonly label: string;
  readonly value: number;
}

/** A load with how it came out each time. */
export interface RepeatedLoad {
  readonly key: string;
  /** "4 KiB random read, QD16"; of a mix with the direction where the metric is a latency. */
  readonly name: string;
  /** What was repeated: the run, or the load within it. */
  readonly unit: "runs" | "times";
  /** In the order of measuring; two at least. */
  readonly repeats: readonly Repeat[];
  /** Their mean; of a percentile their median, for percentiles are never averaged. */
  readonly center: number;
  /** Standard deviation in percent of that. */
  readonly spreadPercent: number;
  readonly interval: IntervalResult;
  readonly outliers: Outliers;
}

type RepeatedPoint = PlanRepeats["runs"][number]["points"][number];
type Part = "all" | "read" | "write";

/**
 * The loads of a run that were measured more than once: in other runs of its plan on its target where there are any, else
 * within it. Of several times within one run the middle one stands for it, for they are more alike than runs are.
 */
export function repeatedLoads(run: Run, { runs }: PlanRepeats, metric: RepeatMetric): RepeatedLoad[] {
  const own = measuredAlone(run);
  const alone = new Set(own.map(({ stepPath }) => stepPath.join()));
  const measured = runs.map((each) => ({
    ...each,
    points: each.points.filter(({ stepPath }) => alone.has(stepPath.join())),
  }));
  const loads = new Map(own.map(({ spec }) => [workloadKey(workloadOf(spec)), spec]));
  return [...loads].flatMap(([key, spec]) =>
    partsOf(spec.readPercent, metric).flatMap((part) => {
      const name = part === "all" || isPure(spec.readPercent) ? workloadName(spec) : `${workloadName(spec)}: ${part}s`;
      const found = repeatsOf(run.id, measured, key, (point) => readMetric(point, part, metric));
      return found === undefined
        ? []
        : [{ key: `${part} ${key}`, name, ...found, ...summaryOf(found.repeats, metric) }];
    }),
  );
}

function isPure(readPercent: number): boolean {
  return readPercent === 0 || readPercent === 100;
}

/** A rate is that of both directions together; a latency is of one. */
function partsOf(readPercent: number, metric: RepeatMetric): Part[] {
  if (metric === "iops") return ["all"];
  if (isPure(readPercent)) return [readPercent === 100 ? "read" : "write"];
  return ["read", "write"];
}

function readMetric({ directions }: RepeatedPoint, part: Part, metric: RepeatMetric): number | undefined {
  if (metric === "iops")
    return directions.length === 0 ? undefined : directions.reduce((sum, { iops }) => sum + iops, 0);
  return directions.find(({ direction }) => direction === part)?.[metric];
}

function repeatsOf(
  runId: string,
  runs: PlanRepeats["runs"],
  key: string,
  read: (point: RepeatedPoint) => number | undefined,
): Pick<RepeatedLoad, "unit" | "repeats"> | undefined {
  const times = runs.map((run) => ({
    run,
    values: run.points.flatMap((point) => {
      const value = point.workloadKey === key ? read(point) : undefined;
      return value === undefined ? [] : [{ runId: run.runId, sequence: point.sequence, value }];
    }),
  }));
  const ofRuns = times.flatMap(({ run, values }) => {
    const middle = values.toSorted((a, b) => a.value - b.value)[(values.length - 1) >> 1];
    return middle === undefined ? [] : [{ ...middle, label: minuteOf(run.requestedAt) }];
  });
  if (ofRuns.length > 1) return { unit: "runs", repeats: ofRuns };
  const within = times.find(({ run }) => run.runId === runId)?.values ?? [];
  if (within.length < 2) return undefined;
  return { unit: "times", repeats: within.map((each, index) => ({ ...each, label: `time ${index + 1}` })) };
}

/** In the browser's zone, as all times of the pages. */
function minuteOf(time: Date): string {
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16).replace("T", " ");
}

function summaryOf(repeats: readonly Repeat[], metric: RepeatMetric) {
  const values = repeats.map(({ value }) => value);
  const statistic = centerOf(metric);
  const center = statistic === "median" ? median(values) : mean(values);
  return {
    center,
    spreadPercent: center === 0 ? 0 : (100 * sampleDeviation(values)) / center,
    interval: intervalOfRepeats(values, { statistic }),
    outliers: outliersOf(values),
  };
}

/** What stands for all repeats of a metric. */
export function centerOf(metric: RepeatMetric): "mean" | "median" {
  return metric === "latencyNsP99" ? "median" : "mean";
}
