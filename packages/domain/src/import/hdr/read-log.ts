import { histogramOf, type LatencyHistogram } from "../../histogram/histogram.ts";
import { type HistogramLayout, middleNs, sameLayout, type ValueRange } from "../../histogram/layout.ts";
import { histogramOfCounts } from "../../histogram/record.ts";
import { countedExactly } from "../exact-counts.ts";
import { HistogramBudget } from "../histogram-budget.ts";
import type { ImportedPoint, ImportedRun } from "../imported-run.ts";
import { importLimits } from "../limits.ts";
import { linesOf } from "../lines.ts";
import { ImportProblem, quoted } from "../problem.ts";

/** What a person has to say of a log that does not say it itself. */
export interface HdrLogReading {
  /** Unit of its values; a log that this product wrote says it. */
  readonly unit?: LatencyUnit | undefined;
  /** Direction of histograms without a tag `read` or `write`. */
  readonly direction?: "read" | "write" | undefined;
}

export type LatencyUnit = "ns" | "us" | "ms";
const unitNs: Record<LatencyUnit, number> = { ns: 1, us: 1000, ms: 1e6 };

const ENTRY =
  /^(?:Tag=([^,\s]{1,100}),)?(\d{1,12}(?:\.\d{1,9})?),(\d{1,9}(?:\.\d{1,9})?),(\d{1,15}(?:\.\d{1,9})?),([A-Za-z0-9+/=]+)$/;
const UNIT = /^#\[Unit of values: (ns|us|ms)\]$/;
const START = /^#\[StartTime: (\d{1,12}(?:\.\d{1,6})?) /;
const WRITER = /^#\[Written by Crosspoint(?: (\S{1,40}))?\]$/;

/** The histograms of one tag, added range by range: none is gone through again for the next. */
interface Total {
  readonly layout: HistogramLayout;
  /** By where they begin. */
  readonly buckets: Map<number, ValueRange & { count: number }>;
  seconds: number;
}

/** A log of HdrHistogram's writers (V2, compressed): a point of each tag but `read` and `write`, which are directions of one. */
export function readHdrLog(text: string, said: HdrLogReading): ImportedRun {
  const totals = new Map<string, Total>();
  const budget = new HistogramBudget();
  let { unit } = said;
  let startSeconds: number | undefined;
  let isOurs = false;
  let histograms = 0;
  for (const [number, line] of linesOf(text)) {
    const path = `line ${number}`;
    if (line.startsWith("#")) {
      unit = (UNIT.exec(line)?.[1] as LatencyUnit | undefined) ?? unit;
      startSeconds ??= START.exec(line) === null ? undefined : Number(START.exec(line)?.[1]);
      isOurs ||= WRITER.test(line);
      continue;
    }
    if (line.startsWith('"')) continue;
    histograms += 1;
    if (histograms > importLimits.logHistograms)
      throw new ImportProblem(path, `The log has more than ${importLimits.logHistograms} histograms.`);
    addTo(totals, line, path, budget);
  }
  if (totals.size === 0) throw new ImportProblem("", "The log holds no histogram.");
  if (unit === undefined)
    throw new ImportProblem(
      "",
      "The log does not say the unit of its values. Choose nanoseconds, microseconds or milliseconds.",
    );
  return {
    format: "hdrLog",
    tool: { name: isOurs ? "Crosspoint" : "HdrHistogram", version: undefined },
    names: {},
    startedAtMs: startSeconds === undefined ? undefined : startSeconds * 1000,
    finishedAtMs: undefined,
    points: pointsOf(totals, unitNs[unit], said.direction),
    refused: [],
    warnings: [],
  };
}

function addTo(totals: Map<string, Total>, line: string, path: string, budget: HistogramBudget): void {
  const [, tag = "", , length = "", , encoded] = ENTRY.exec(line) ?? [];
  if (encoded === undefined) throw new ImportProblem(path, `${quoted(line)} is no entry of a histogram log.`);
  const { layout, buckets } = budget.decode(encoded, path);
  const total = totals.get(tag) ?? { layout, buckets: new Map(), seconds: 0 };
  totals.set(tag, total);
  if (totals.size > importLimits.points)
    throw new ImportProblem(path, `The log has more than ${importLimits.points} tags.`);
  if (!sameLayout(total.layout, layout)) {
    throw new ImportProblem(path, "Its histogram has another precision than those before it: they cannot be added.");
  }
  const before = total.buckets.size;
  for (const bucket of buckets) {
    const known = total.buckets.get(bucket.lowestNs);
    if (known === undefined) total.buckets.set(bucket.lowestNs, { ...bucket });
    else known.count += bucket.count;
  }
  budget.keep(total.buckets.size - before, path);
  total.seconds += Number(length);
}

function histogramOfTotal({ layout, buckets }: Total, path: string): LatencyHistogram {
  const ascending = [...buckets.values()].sort((a, b) => a.lowestNs - b.lowestNs);
  return countedExactly(path, () => histogramOf(layout, ascending));
}

/** Tags `x.read` and `x.write`, or `read` and `write` alone, are directions of one point. */
function pointsOf(
  totals: ReadonlyMap<string, Total>,
  factor: number,
  otherwise: "read" | "write" | undefined,
): ImportedPoint[] {
  const byName = Map.groupBy(totals, ([tag]) => tag.replace(/(?:^|\.)(?:read|write)$/, ""));
  return [...byName].map(([name, entries]) => ({
    name: name === "" ? "Histogram log" : name,
    path: name === "" ? "" : `tag ${name}`,
    known: {},
    gaps: [{ part: "other" as const, reason: "a histogram log does not say what was asked for" }],
    spec: undefined,
    latencyFrom: undefined,
    elapsedNs: Math.max(...entries.map(([, { seconds }]) => seconds)) * 1e9 || undefined,
    directions: entries.map(([tag, total]) => {
      const direction = /(?:^|\.)(read|write)$/.exec(tag)?.[1] ?? otherwise;
      if (direction === undefined)
        throw new ImportProblem(`tag ${tag}`, "The log does not say whether these are reads or writes. Choose one.");
      return directionOf(direction as "read" | "write", histogramOfTotal(total, `tag ${tag}`), factor);
    }),
    littlesLaw: undefined,
    warnings: [],
  }));
}

function directionOf(direction: "read" | "write", histogram: LatencyHistogram, factor: number) {
  return {
    direction,
    operations: histogram.totalCount,
    bytes: undefined,
    iops: undefined,
    bytesPerSecond: undefined,
    latencyNs: undefined,
    percentiles: [],
    histogram: factor === 1 ? histogram : scaled(histogram, factor),
    histogramError: 10 ** -histogram.layout.significantDigits,
  };
}

/** In nanoseconds: each count goes where the middle of its range lies, which is within the log's own precision. */
function scaled({ buckets }: LatencyHistogram, factor: number): LatencyHistogram {
  const counts = buckets.map((range) => [middleNs(range) * factor, range.count] as const);
  if (counts.some(([ns]) => !Number.isSafeInteger(ns)))
    throw new ImportProblem("", "In this unit the log reaches past 104 days: choose another one.");
  return histogramOfCounts(counts);
}
