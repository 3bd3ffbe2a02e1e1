import { histogramOfCounts } from "../../histogram/record.ts";
import type { ImportedDirection, ImportedRun } from "../imported-run.ts";
import { importLimits } from "../limits.ts";
import { linesOf } from "../lines.ts";
import { ImportProblem, quoted } from "../problem.ts";
import { binStart, fioBinError } from "./bins.ts";

/**
 * fio 3 has 29 groups of 64 bins, in nanoseconds; fio 2 has 19, in microseconds. log_hist_coarseness puts two to that power
 * of them together, so that the number of columns tells both.
 */
const layouts = [
  { bins: 29 * 64, unitNs: 1, version: "3" },
  { bins: 19 * 64, unitNs: 1000, version: "2" },
] as const;
const coarsenessMax = 6;

interface Columns {
  readonly unitNs: number;
  readonly version: string;
  /** Bins put together in a column. */
  readonly together: number;
}

/** Columns before the bins: time in ms, direction, block size. */
const leadingColumns = 3;

interface Total {
  readonly counts: Float64Array;
  bytes: number;
}

/**
 * A log of `write_hist_log`: a line for each interval and direction, with how many operations fell into each bin. Logs of jobs
 * that ran together may stand one after the other, each below a line `# name`: they are added up.
 */
export function readFioHistogramLog(text: string): ImportedRun {
  const reading: Reading = { columns: undefined, width: 0, lastMs: 0, endMs: 0, totals: new Map(), logs: [] };
  let first = 0;
  for (const [number, line] of linesOf(text)) {
    const name = LOG_NAME.exec(line)?.[1];
    if (name === undefined) {
      const path = `line ${number - first}`;
      addLine(reading, line, reading.logs.length === 0 ? path : `${reading.logs.at(-1)}, ${path}`);
      continue;
    }
    first = number;
    reading.logs.push(name);
    reading.lastMs = 0;
  }
  if (reading.columns === undefined) throw new ImportProblem("", "The log is empty.");
  return runOf(reading.columns, reading);
}

/** A line that names a log: as long as a file's name may be, and what stands before it. */
const logNameCharacters = 256;
/** Before each of several logs of one run. */
const LOG_NAME = /^# ([^\p{C}]{1,200})$/u;

interface Reading {
  columns: Columns | undefined;
  width: number;
  /** Time of the line before, in its log. */
  lastMs: number;
  /** Latest time of any log. */
  endMs: number;
  readonly totals: Map<number, Total>;
  /** Names of logs that stand one after the other. */
  readonly logs: string[];
}

function addLine(reading: Reading, line: string, path: string): void {
  const values = numbersOf(line, path);
  reading.columns ??= columnsOf(values.length - leadingColumns, path);
  reading.width ||= values.length;
  if (values.length !== reading.width)
    throw new ImportProblem(path, `It has ${values.length} columns, and the first line ${reading.width}.`);
  const [timeMs = 0, direction = 0, blockBytes = 0] = values;
  if (timeMs < reading.lastMs) throw new ImportProblem(path, "Its time is before that of the line above it.");
  reading.lastMs = timeMs;
  reading.endMs = Math.max(reading.endMs, timeMs);
  const { totals, width } = reading;
  const total = totals.get(direction) ?? { counts: new Float64Array(width - leadingColumns), bytes: 0 };
  totals.set(direction, total);
  addTo(total, values, blockBytes);
}

function numbersOf(line: string, path: string): number[] {
  const fields = line.split(",", layouts[0].bins + leadingColumns + 1);
  return fields.map((field, index) => {
    const value = /^\s*\d{1,15}\s*$/.test(field) ? Number(field) : Number.NaN;
    if (Number.isNaN(value))
      throw new ImportProblem(`${path}, column ${index + 1}`, `${quoted(field.trim())} is no count.`);
    return value;
  });
}

function columnsOf(bins: number, path: string): Columns {
  for (const { bins: all, unitNs, version } of layouts) {
    const together = all / bins;
    if (Number.isInteger(Math.log2(together)) && together >= 1 && together <= 2 ** coarsenessMax)
      return { unitNs, version, together };
  }
  const message = `It has ${bins} columns of bins, which no histogram log has. Logs of single latencies or rates hold no distribution.`;
  throw new ImportProblem(
    path,
    bins <= leadingColumns
      ? "This is a log of latencies or rates (write_lat_log, write_iops_log), not of histograms."
      : message,
  );
}

function addTo(total: Total, values: readonly number[], blockBytes: number): void {
  let operations = 0;
  for (let index = leadingColumns; index < values.length; index += 1) {
    const count = values[index] ?? 0;
    const slot = index - leadingColumns;
    total.counts[slot] = (total.counts[slot] ?? 0) + count;
    operations += count;
  }
  total.bytes += operations * blockBytes;
}

function runOf(columns: Columns, { totals, endMs, logs }: Reading): ImportedRun {
  const directions = (["read", "write"] as const).flatMap((direction, number) => {
    const total = totals.get(number);
    return total === undefined ? [] : directionOf(direction, total, columns);
  });
  if (directions.length === 0) throw new ImportProblem("", "The log counts no reads and no writes.");
  return {
    format: "fioHistogramLog",
    tool: { name: "fio", version: undefined },
    names: {},
    startedAtMs: undefined,
    finishedAtMs: undefined,
    points: [
      {
        name: "Histogram log",
        path: "",
        known: {},
        gaps: [{ part: "other", reason: "a histogram log does not say what was asked for" }],
        spec: undefined,
        latencyFrom: undefined,
        elapsedNs: endMs * 1e6,
        directions,
        littlesLaw: undefined,
        warnings: [],
      },
    ],
    refused: [],
    warnings: [
      { path: "", message: `Its bins are those of fio ${columns.version}, in ${columns.unitNs === 1 ? "ns" : "µs"}.` },
      ...(logs.length > 1 ? [{ path: "", message: `It is ${logs.length} logs added up.` }] : []),
    ],
  };
}

function directionOf(
  direction: "read" | "write",
  { counts, bytes }: Total,
  { unitNs, together }: Columns,
): ImportedDirection[] {
  const middles = [...counts].map((count, column) => {
    const middle = (binStart(column * together) + binStart((column + 1) * together)) / 2;
    return [Math.floor(middle * unitNs), count] as const;
  });
  const histogram = histogramOfCounts(middles);
  if (histogram.totalCount === 0) return [];
  return [
    {
      direction,
      operations: histogram.totalCount,
      bytes,
      iops: undefined,
      bytesPerSecond: undefined,
      latencyNs: undefined,
      percentiles: [],
      histogram,
      histogramError: fioBinError * together,
    },
  ];
}

/** Whether a text begins as a log of fio does: numbers with commas between them. */
export function looksLikeFioLog(text: string): boolean {
  return /^\s*(?:# .{1,200}\n\s*)?\d{1,15}\s*,\s*\d{1,15}\s*,\s*\d{1,15}\s*,/u.test(
    text.slice(0, importLimits.numberCharacters * leadingColumns + logNameCharacters),
  );
}
