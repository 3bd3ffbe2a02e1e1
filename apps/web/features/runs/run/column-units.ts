import { chooseLatencyUnit, type LatencyUnit } from "@crosspoint/domain";
import { middleOf } from "../../../charts/prepare/middle";
import { cpuNsPerOperation, noCpuWords, type Result } from "./results";

/** Percentiles that the table of results shows. */
export const shownPercentiles = ["50", "99", "99.9", "99.999"] as const;
type ShownPercentile = (typeof shownPercentiles)[number];

export type LatencyColumn = "mean" | `p${ShownPercentile}` | "max" | "cpu";

/** A result's latency in a column, in nanoseconds; undefined where there is none. */
export function latencyIn(column: LatencyColumn, result: Result): number | undefined {
  if (column === "mean") return result.latencyNsMean;
  if (column === "max") return result.latencyNsMax;
  if (column === "cpu") return cpuNsPerOperation(result.point);
  const reading = result.percentiles.find(({ percentile }) => `p${percentile}` === column);
  return reading?.kind === "value" ? reading.ns : undefined;
}

/** Why a column has no figure of a result. */
export function whyNone(column: LatencyColumn, { operations, point }: Result): string {
  if (operations === 0) return "nothing completed";
  return column === "cpu" ? noCpuWords(point) : "not recorded";
}

/** One unit for each column, by the middle of what stands in it; undefined where nothing does. */
export function columnUnit(column: LatencyColumn, results: readonly Result[]): LatencyUnit | undefined {
  const values = results.flatMap((result) => latencyIn(column, result) ?? []);
  return values.length === 0 ? undefined : chooseLatencyUnit(middleOf(values));
}
