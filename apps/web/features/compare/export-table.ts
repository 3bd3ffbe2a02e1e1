import { COMPARED_METRICS, readCell } from "@crosspoint/domain";
import type { Outputs } from "@/api/client";
import type { ChartTable } from "../../charts/prepare/csv.ts";

type Comparison = Pick<Outputs["compare"]["get"], "series" | "points" | "cells" | "reasons">;

const perMetric = COMPARED_METRICS.flatMap((metric) => [
  metric,
  `${metric}_bound`,
  `${metric}_printed`,
  `${metric}_samples_above`,
]);

/** The comparison as a table in base units: a line for each point and series, with bounds, the source's own print, what stands above percentiles, and notes. */
export function comparisonTable({ series, points, cells, reasons }: Comparison): ChartTable {
  return {
    header: [
      "point",
      "workload",
      "direction",
      "series",
      "name",
      "kind",
      "source",
      "operations",
      "missing",
      "notes",
      ...perMetric,
    ],
    rows: cells.map((cell) => {
      const point = points[cell.point];
      const of = series[cell.series];
      const place = [
        point?.key,
        point?.words,
        point?.direction,
        of?.id,
        of?.label,
        of?.kind,
        of?.sourceId ?? of?.detail,
      ];
      if (cell.kind === "missing")
        return [...place, undefined, reasons[cell.reason], of?.note, ...perMetric.map(() => undefined)];
      const figures = COMPARED_METRICS.flatMap((metric) => {
        const reading = readCell(cell, metric);
        const printed = cell.printed?.[metric];
        if (reading.kind === "missing") return [undefined, undefined, undefined, undefined];
        return [reading.value, reading.bound, printed && `${printed.text} ${printed.unit}`, reading.samplesAbove];
      });
      const notes = [of?.note, cell.note, cell.placed, ...(cell.warnings ?? [])].filter((note) => note !== undefined);
      return [...place, cell.operations, undefined, notes.join(" ") || undefined, ...figures];
    }),
  };
}
