import { COMPARISON_METRICS, describeWorkload } from "@crosspoint/domain";
import type { ChartTable } from "@/charts/prepare/csv";
import type { Entry } from "./entry";

/** The comparison as a table in base units, with bounds, sample counts and the source's own print beside each figure. */
export function comparisonTable(entries: readonly Entry[]): ChartTable {
  return {
    header: [
      "row",
      "kind",
      "drive",
      "workload",
      "source",
      ...COMPARISON_METRICS.flatMap((metric) => [
        metric,
        `${metric}_bound`,
        `${metric}_printed`,
        `${metric}_samples_above`,
      ]),
    ],
    rows: entries.map((entry) => [
      entry.row.id,
      entry.kind,
      entry.row.drive,
      describeWorkload(entry.row.workload),
      entry.kind === "published" ? entry.sourceId : `run ${entry.runId}`,
      ...COMPARISON_METRICS.flatMap((metric) => {
        const figure = entry.row.metrics[metric];
        const printed = entry.kind === "published" ? entry.printed[metric] : undefined;
        return [figure?.value, figure?.bound, printed && `${printed.text} ${printed.unit}`, figure?.samplesAbove];
      }),
    ]),
  };
}
