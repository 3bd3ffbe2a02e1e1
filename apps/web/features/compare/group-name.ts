import { type ComparisonRow, describeWorkload, isStated } from "@crosspoint/domain";

/** What rows of one group measured: in the words of a measured row, which says all, else of a published one. */
export function groupName(rows: readonly ComparisonRow[]): string {
  const telling = rows.find(({ workload }) => !isStated(workload)) ?? rows[0];
  return telling === undefined ? "" : describeWorkload(telling.workload);
}
