import { chooseLatencyUnit, type LatencyUnit } from "@crosspoint/domain";
import type { ChartTable } from "./csv.ts";

/** One direction of one second of a point, as the API hands it out. */
export interface SecondSample {
  readonly phase: "ramp" | "measure";
  readonly second: number;
  readonly direction: "read" | "write";
  readonly elapsedNs: number;
  readonly operations: number;
  readonly bytes: number;
  readonly latencyNsMean?: number | undefined;
  readonly latencyNsP50?: number | undefined;
  readonly latencyNsP99?: number | undefined;
  readonly latencyNsMax?: number | undefined;
}

/** Figures of one direction in one second; `null` is a gap on the chart. */
export interface SecondFigures {
  readonly operations: number | null;
  readonly iops: number | null;
  readonly bytesPerSecond: number | null;
  readonly latencyNsMean: number | null;
  readonly latencyNsP50: number | null;
  readonly latencyNsP99: number | null;
  readonly latencyNsMax: number | null;
}

export interface SecondRow {
  /** End of the interval, in seconds from the start of the point; the ramp comes first. */
  readonly atSeconds: number;
  readonly phase: "ramp" | "measure";
  readonly read: SecondFigures;
  readonly write: SecondFigures;
}

export interface SecondsChart {
  readonly rows: readonly SecondRow[];
  readonly directions: readonly ("read" | "write")[];
  /** The ramp, which no figure counts: shaded from zero to here. */
  readonly rampSeconds: number;
  readonly largestBytesPerSecond: number;
  readonly latencyUnit: LatencyUnit;
  /** Whole seconds of which no word arrived, between the first and the last. */
  readonly missingSeconds: number;
  readonly table: ChartTable;
}

const gap: SecondFigures = {
  operations: null,
  iops: null,
  bytesPerSecond: null,
  latencyNsMean: null,
  latencyNsP50: null,
  latencyNsP99: null,
  latencyNsMax: null,
};

/**
 * Throughput and latency second by second. A second that never arrived is a gap; a second in which nothing completed
 * has zero throughput and no latency. A short interval is divided by its own length; the very last one, which a stop
 * cuts off at any moment, is left out of the lines: what little it holds would be drawn as a fall. The table keeps it.
 */
export function prepareSeconds(samples: readonly SecondSample[], rampMs: number): SecondsChart {
  const rampSeconds = rampMs / 1000;
  const bySlot = Map.groupBy(samples, ({ phase, second }) => slotOf(phase, second, rampSeconds));
  const slots = [...bySlot.keys()].sort((a, b) => a - b);
  const directions = (["read", "write"] as const).filter((each) => samples.some(({ direction }) => direction === each));
  const rows: SecondRow[] = [];
  let missingSeconds = 0;
  for (const [index, slot] of slots.entries()) {
    const before = slots[index - 1];
    const missing = before === undefined ? 0 : Math.round(slot - before) - 1;
    if (before !== undefined && missing > 0) {
      missingSeconds += missing;
      rows.push({ atSeconds: before + 1.5, phase: rows.at(-1)?.phase ?? "measure", read: gap, write: gap });
    }
    rows.push(rowOf(slot, bySlot.get(slot) ?? []));
  }
  const table = tableOf(rows, directions);
  if (rows.length > 1 && isCutOff(bySlot.get(slots.at(-1) ?? 0) ?? [])) rows.pop();
  const figures = rows.flatMap(({ read, write }) => [read, write]);
  return {
    rows,
    directions,
    rampSeconds,
    largestBytesPerSecond: largest(figures.map(({ bytesPerSecond }) => bytesPerSecond)),
    latencyUnit: chooseLatencyUnit(largest(figures.map(({ latencyNsP99 }) => latencyNsP99))),
    missingSeconds,
    table,
  };
}

/** A whole second's interval is this long at least; ticks are not exact to the millisecond. */
const wholeSecondNs = 950_000_000;

function isCutOff(samples: readonly SecondSample[]): boolean {
  return samples.every(({ elapsedNs }) => elapsedNs < wholeSecondNs);
}

/** Start of the second, in seconds from the start of the point. */
function slotOf(phase: "ramp" | "measure", second: number, rampSeconds: number): number {
  return phase === "ramp" ? second : rampSeconds + second;
}

function rowOf(slot: number, samples: readonly SecondSample[]): SecondRow {
  const elapsedNs = Math.max(...samples.map((sample) => sample.elapsedNs));
  return {
    atSeconds: slot + elapsedNs / 1e9,
    phase: samples[0]?.phase ?? "measure",
    read: figuresOf(samples.find(({ direction }) => direction === "read")),
    write: figuresOf(samples.find(({ direction }) => direction === "write")),
  };
}

function figuresOf(sample: SecondSample | undefined): SecondFigures {
  if (sample === undefined || sample.elapsedNs <= 0) return gap;
  const seconds = sample.elapsedNs / 1e9;
  return {
    operations: sample.operations,
    iops: sample.operations / seconds,
    bytesPerSecond: sample.bytes / seconds,
    latencyNsMean: sample.latencyNsMean ?? null,
    latencyNsP50: sample.latencyNsP50 ?? null,
    latencyNsP99: sample.latencyNsP99 ?? null,
    latencyNsMax: sample.latencyNsMax ?? null,
  };
}

function largest(values: readonly (number | null)[]): number {
  return values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0);
}

function tableOf(rows: readonly SecondRow[], directions: readonly ("read" | "write")[]): ChartTable {
  const header = [
    "at_s",
    "phase",
    "direction",
    "operations",
    "iops",
    "bytes_per_s",
    "latency_mean_ns",
    "latency_p50_ns",
    "latency_p99_ns",
    "latency_max_ns",
  ];
  return {
    header,
    rows: rows.flatMap((row) =>
      directions
        .map((direction) => ({ direction, figures: row[direction] }))
        .filter(({ figures }) => figures.operations !== null)
        .map(({ direction, figures }) => [
          row.atSeconds,
          row.phase,
          direction,
          ...[
            figures.operations,
            figures.iops,
            figures.bytesPerSecond,
            figures.latencyNsMean,
            figures.latencyNsP50,
            figures.latencyNsP99,
            figures.latencyNsMax,
          ].map((value) => value ?? undefined),
        ]),
    ),
  };
}
