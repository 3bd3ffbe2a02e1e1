import { COMPARISON_METRICS, type ComparisonRow, type StatedWorkload } from "@crosspoint/domain";
import type { PublishedRow, PublishedWorkload } from "./published-results.ts";

/**
 * The rows that can stand in a comparison: those whose workload is stated in full and that have one of its metrics.
 * A thread count that the source does not state stays unstated.
 */
export function comparisonRows(
  rows: readonly PublishedRow[],
  urlOf: (sourceId: string) => string | undefined,
): ComparisonRow[] {
  return rows.flatMap((row) => {
    const workload = completeWorkload(row.workload);
    const figures = row.metrics.filter(({ metric }) => (COMPARISON_METRICS as readonly string[]).includes(metric));
    if (workload === undefined || figures.length === 0) return [];
    const metrics = Object.fromEntries(figures.map(({ metric, value, bound }) => [metric, { value, bound }]));
    const { id, drive, sourceId, context } = row;
    const label = row.workload.condition === undefined ? drive.name : `${drive.name}, ${row.workload.condition}`;
    const source = { sourceId, sourceUrl: urlOf(sourceId), note: context.note };
    return [{ id, label, drive: drive.name, workload, metrics, ...source }];
  });
}

function completeWorkload({ measuredAs, ...stated }: PublishedWorkload): StatedWorkload | undefined {
  const { pattern, readPercent, blockBytes, blockMix, queueDepth, threads } = { ...stated, ...measuredAs };
  if (pattern === undefined || readPercent === undefined || queueDepth === undefined) return undefined;
  if (blockMix !== undefined) return { pattern, readPercent, blockMix, queueDepth, threads };
  return blockBytes === undefined ? undefined : { pattern, readPercent, blockBytes, queueDepth, threads };
}
