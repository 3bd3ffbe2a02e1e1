import type { Bound, ComparisonMetric, RatedFigure, StatedWorkload } from "@crosspoint/domain";
import type { CapacityEntry, SpecCommonEntry } from "./schema/drive-models.ts";

type RatedKey =
  | Exclude<keyof SpecCommonEntry, "typical_latency_us">
  | Extract<keyof CapacityEntry, `${string}_iops` | `${string}_bytes_s`>;

/** The rated figures of a spec sheet's common part or of one capacity, in a fixed order. */
export function ratedFigures(spec: SpecCommonEntry | CapacityEntry): RatedFigure[] {
  const figures: Partial<Record<string, unknown>> = spec;
  const listed = (Object.keys(RATED) as RatedKey[]).flatMap((key) => {
    const value = figures[key];
    return typeof value === "number" ? [ratedFigure(key, value)] : [];
  });
  return "typical_latency_us" in spec ? [...typicalLatencies(spec), ...listed] : listed;
}

interface Rating {
  readonly label: string;
  readonly metric: ComparisonMetric;
  readonly bound?: Bound;
  readonly workload: Partial<StatedWorkload>;
  readonly notMeasurable?: string;
}

const READ: Partial<StatedWorkload> = { readPercent: 100 };
const WRITE: Partial<StatedWorkload> = { readPercent: 0 };
const RANDOM_4K = { pattern: "random", blockBytes: 4096 } as const;
const random = (readPercent: number, queueDepth?: number): Partial<StatedWorkload> =>
  queueDepth === undefined ? { ...RANDOM_4K, readPercent } : { ...RANDOM_4K, readPercent, queueDepth };
const sequential = (readPercent: number, blockBytes?: number): Partial<StatedWorkload> =>
  blockBytes === undefined
    ? { pattern: "sequential", readPercent }
    : { pattern: "sequential", readPercent, blockBytes };
const iops = (label: string, workload: Partial<StatedWorkload>, bound?: Bound): Rating =>
  bound === undefined ? { label, metric: "iops", workload } : { label, metric: "iops", workload, bound };
const throughput = (label: string, workload: Partial<StatedWorkload>, bound?: Bound): Rating =>
  bound === undefined
    ? { label, metric: "bytesPerSecond", workload }
    : { label, metric: "bytesPerSecond", workload, bound };
const tail = (label: string, workload: Partial<StatedWorkload>): Rating => ({
  label,
  metric: "latencyNsP99999",
  workload,
});

/** A key that ends in `_max` states the best capacity of a family: "up to". */
const RATED: Record<RatedKey, Rating> = {
  average_latency_read_us: { label: "Average read latency", metric: "latencyNsMean", workload: READ },
  average_latency_write_us: { label: "Average write latency", metric: "latencyNsMean", workload: WRITE },
  random_read_4k_iops: iops("4 KiB random read", random(100)),
  random_write_4k_iops: iops("4 KiB random write", random(0)),
  random_read_4k_iops_max: iops("4 KiB random read, up to", random(100), "at_most"),
  random_write_4k_iops_max: iops("4 KiB random write, up to", random(0), "at_most"),
  random_read_4k_iops_raid0: {
    ...iops("4 KiB random read, both controllers in RAID 0", random(100)),
    notMeasurable: "Rated for both controllers as one RAID 0 volume; a run on a drive measures one of them.",
  },
  random_read_4k_iops_qd16: iops("4 KiB random read, QD16", random(100, 16)),
  random_write_4k_iops_qd16: iops("4 KiB random write, QD16", random(0, 16)),
  mixed_70_30_random_4k_iops_qd16: iops("4 KiB random 70 % read, QD16", random(70, 16)),
  random_read_4k_p99999_us_qd1: tail("4 KiB random read, QD1, p99.999", random(100, 1)),
  random_read_4k_p99999_us_qd16: tail("4 KiB random read, QD16, p99.999", random(100, 16)),
  random_write_4k_p99999_us_qd1: tail("4 KiB random write, QD1, p99.999", random(0, 1)),
  random_write_4k_p99999_us_qd16: tail("4 KiB random write, QD16, p99.999", random(0, 16)),
  sequential_read_64k_bytes_s: throughput("64 KiB sequential read", sequential(100, 65_536)),
  sequential_write_64k_bytes_s: throughput("64 KiB sequential write", sequential(0, 65_536)),
  sequential_read_bytes_s: throughput("Sequential read", sequential(100)),
  sequential_write_bytes_s: throughput("Sequential write", sequential(0)),
  sequential_read_bytes_s_max: throughput("Sequential read, up to", sequential(100), "at_most"),
  sequential_write_bytes_s_max: throughput("Sequential write, up to", sequential(0), "at_most"),
};

function ratedFigure(key: RatedKey, value: number): RatedFigure {
  const { label, metric, bound = "exact", workload, notMeasurable } = RATED[key];
  const shared = { key, label, metric, bound, workload, ...(notMeasurable === undefined ? {} : { notMeasurable }) };
  if (metric === "iops") return { ...shared, value, unit: "iops" };
  if (metric === "bytesPerSecond") return { ...shared, value, unit: "bytes/s" };
  return { ...shared, value: nanosecondsOf(value), unit: "ns" };
}

/** "Typical latency below 10 µs", for reads and for writes. */
function typicalLatencies(spec: SpecCommonEntry): RatedFigure[] {
  const typical = spec.typical_latency_us;
  if (typical === undefined) return [];
  const figure = (direction: string, microseconds: number, workload: Partial<StatedWorkload>): RatedFigure => ({
    key: `typical_latency_${direction}_us`,
    label: `Typical ${direction} latency`,
    metric: "latencyNsP50",
    value: nanosecondsOf(microseconds),
    unit: "ns",
    bound: "just_under",
    workload,
  });
  return [figure("read", typical.read_lt, READ), figure("write", typical.write_lt, WRITE)];
}

function nanosecondsOf(microseconds: number): number {
  return Math.round(microseconds * 1000);
}
