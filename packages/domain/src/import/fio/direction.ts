import type { ImportedDirection } from "../imported-run.ts";
import type { Field } from "../json/field.ts";
import type { FileRemark } from "../problem.ts";
import { errorOf, type FioLatency, latencyOf } from "./latency.ts";

/** One direction of a job, with what its latencies are. */
export interface FioDirection extends ImportedDirection {
  readonly latency: FioLatency | undefined;
  readonly runtimeMs: number;
  readonly warnings: readonly FileRemark[];
}

/** How far rates may be from what counts and times give: fio rounds runtimes to milliseconds, and jobs of a group end apart. */
const contradiction = 0.05;

const longestMs = 366 * 86_400_000;

/** Reads one direction of a job; `undefined` where it did nothing in it. */
export function directionOf(field: Field, direction: "read" | "write"): FioDirection | undefined {
  if (field.isAbsent) return undefined;
  const bytes = bytesOf(field);
  const operations = field.at("total_ios").optionalCount();
  if (bytes === 0 && (operations ?? 0) === 0) return undefined;
  const runtimeMs = field.at("runtime").count();
  if (runtimeMs > longestMs) field.at("runtime").fail(`is ${runtimeMs} ms, longer than a year`);
  if (runtimeMs === 0) field.at("runtime").fail("is 0: the job ended before it measured anything");
  const latency = latencyOf(field);
  const result = {
    direction,
    operations,
    bytes,
    iops: field.at("iops").number(),
    bytesPerSecond: rateOf(field),
    latencyNs: latency?.figures,
    percentiles: latency?.percentiles ?? [],
    histogram: latency?.histogram,
    histogramError: errorOf(latency?.histogram),
    latency,
    runtimeMs,
  };
  return { ...result, warnings: contradictionsOf(field, result) };
}

/** fio 2 counts in KiB under the name under which fio 3 has bytes; fio 3 has both, and they must agree. */
function bytesOf(field: Field): number {
  const amount = field.at("io_bytes").count();
  const kibibytes = field.at("io_kbytes").optionalCount();
  if (kibibytes === undefined) return field.at("bw_bytes").isAbsent ? amount * 1024 : amount;
  if (Math.abs(amount - kibibytes * 1024) > 1024) {
    field.at("io_bytes").fail(`is ${amount}, and io_kbytes is ${kibibytes}: one of them has another unit`);
  }
  return amount;
}

function rateOf(field: Field): number {
  const bytes = field.at("bw_bytes");
  return bytes.isAbsent ? field.at("bw").number() * 1024 : bytes.number();
}

type Rates = Pick<FioDirection, "operations" | "bytes" | "iops" | "bytesPerSecond" | "runtimeMs">;

function contradictionsOf(field: Field, { operations, bytes, iops, bytesPerSecond, runtimeMs }: Rates): FileRemark[] {
  const seconds = runtimeMs / 1000;
  const differs = (stated = 0, total = 0) =>
    Math.abs(stated - total / seconds) > contradiction * Math.max(stated, total / seconds);
  return [
    ...(operations !== undefined && differs(iops, operations)
      ? [{ path: field.at("iops").path, message: `${iops} IOPS, but ${operations} operations in ${seconds} s.` }]
      : []),
    ...(differs(bytesPerSecond, bytes)
      ? [{ path: field.at("bw").path, message: `${bytesPerSecond} B/s, but ${bytes} bytes in ${seconds} s.` }]
      : []),
  ];
}
