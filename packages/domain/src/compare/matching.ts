import { workloadKey } from "../workload/key.ts";
import { matchWorkloads } from "../workload/match.ts";
import { isStated } from "../workload/workload.ts";
import type { ComparisonRow } from "./rows.ts";

/**
 * Groups rows by the key of their workload, in the order in which each first appears. Measured rows share a group only
 * if all that defines their workloads is equal. A published row, whose source states less, joins every measured group
 * that agrees with what it states, and stands in one of its own where there is none.
 */
export function groupByWorkload(rows: readonly ComparisonRow[]): Map<string, ComparisonRow[]> {
  const keys = new Map<ComparisonRow, string[]>(rows.map((row) => [row, groupKeys(row, rows)]));
  const ordered = [...new Set([...keys.values()].flat())];
  return new Map(ordered.map((key) => [key, rows.filter((row) => keys.get(row)?.includes(key))]));
}

function groupKeys(row: ComparisonRow, rows: readonly ComparisonRow[]): string[] {
  if (!isStated(row.workload)) return [workloadKey(row.workload)];
  const measured = rows.filter(
    (other) => !isStated(other.workload) && matchWorkloads(row.workload, other.workload).kind === "same",
  );
  return measured.length === 0 ? [workloadKey(row.workload)] : measured.map((other) => workloadKey(other.workload));
}
