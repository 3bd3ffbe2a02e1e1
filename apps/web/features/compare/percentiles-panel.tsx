"use client";

import { describeWorkload, queueDepthOf } from "@crosspoint/domain";
import { useMemo } from "react";
import { PercentileChart } from "@/charts/lazy";
import { dashesByColor } from "@/charts/marks/dash";
import { markForm } from "@/charts/marks/mark-form";
import {
  type PercentileSeries,
  type PublishedMark,
  preparePercentilesByNines,
} from "@/charts/prepare/percentiles-by-nines";
import { type HistogramOf, useHistograms } from "@/features/runs/use-histograms";
import { Panel } from "@/ui/panel";
import { type Entry, sourceWords } from "./entry";

interface PercentilesPanelProps {
  readonly entries: readonly Entry[];
  readonly colorOf: (rowId: string) => string;
}

/** Latency by percentile of all results: what was measured as curves, what was published as marks. */
export function PercentilesPanel({ entries, colorOf }: PercentilesPanelProps) {
  const histogramOf = useHistograms(entries.flatMap((entry) => (entry.kind === "measured" ? [entry] : [])));
  const prepared = useMemo(
    () =>
      preparePercentilesByNines(
        entries.flatMap((entry) => curveOf(entry, histogramOf)),
        entries.flatMap(marksOf),
      ),
    [entries, histogramOf],
  );
  if (prepared.series.length === 0 && prepared.marks.length === 0) return null;
  const dashes = dashesByColor(
    prepared.series.map(({ id }) => id),
    colorOf,
  );
  const depths = new Map(entries.map(({ row }) => [row.id, queueDepthOf(row.workload)]));
  return (
    <Panel title="Latency by percentile" note="lines are measured, hollow marks are published">
      <PercentileChart
        chart={prepared}
        title="Latency by percentile, by nines"
        fileName="comparison-percentiles"
        looks={{ colorOf, dashOf: (id) => dashes.get(id), formOf: (id) => markForm(depths.get(id) ?? 1) }}
        scale="logarithmic"
        height={360}
      />
    </Panel>
  );
}

function curveOf(entry: Entry, histogramOf: HistogramOf): PercentileSeries[] {
  if (entry.kind === "published") return [];
  const { id, label, workload } = entry.row;
  const histogram = histogramOf(entry, entry.direction);
  return histogram === undefined ? [] : [{ id, label: `${label}, ${describeWorkload(workload)}`, histogram }];
}

const publishedPercentiles = [
  ["50", "latencyNsP50"],
  ["99", "latencyNsP99"],
  ["99.999", "latencyNsP99999"],
] as const;

function marksOf(entry: Entry): PublishedMark[] {
  if (entry.kind === "measured") return [];
  const { id, label, workload, metrics } = entry.row;
  return publishedPercentiles.flatMap(([percentile, metric]) => {
    const figure = metrics[metric];
    if (figure === undefined) return [];
    const { value: ns, bound } = figure;
    return [{ id, label: `${label}, QD${queueDepthOf(workload)}`, percentile, ns, bound, source: sourceWords(entry) }];
  });
}
