"use client";

import { COMPARISON_METRICS, type ComparisonMetric, metricOf } from "@crosspoint/domain";
import { X } from "lucide-react";
import { ComparisonChart } from "@/charts/lazy";
import { prepareComparisonBars } from "@/charts/prepare/comparison-bars";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { useNarrow } from "@/ui/media-query";
import { Panel } from "@/ui/panel";
import { Segmented } from "@/ui/segmented";
import { Select } from "@/ui/select";
import { type Entry, type PublishedEntry, sourceWords } from "./entry";
import type { Selection, SelectionChange } from "./selection";

interface MetricPanelProps {
  readonly entries: readonly Entry[];
  /** Key and words of every workload of the comparison. */
  readonly workloads: readonly (readonly [key: string, words: string])[];
  readonly selection: Selection;
  readonly onSelect: (change: SelectionChange) => unknown;
  readonly colorOf: (rowId: string) => string;
  readonly detailOf: (rowId: string) => string | undefined;
}

/** One metric of all results as bars, grouped by workload. */
export function MetricPanel(props: MetricPanelProps) {
  const { entries, selection, onSelect, colorOf, detailOf } = props;
  const { metric, scale, workload } = selection;
  const narrow = useNarrow();
  const name = metricOf(metric).name;
  const rows = entries.map(({ row }) => row);
  const chart = prepareComparisonBars(rows, metric, scale);
  return (
    <Panel title={name} actions={<Choices {...props} />}>
      {chart.kind === "empty" ? (
        <EmptyState
          icon={X}
          title={`None of these results has this figure: ${name}`}
          action={
            workload === null ? null : <Button onClick={() => onSelect({ workload: null })}>Show all workloads</Button>
          }
        >
          A measured percentile needs enough samples, and a source may not state it. Choose another metric.
        </EmptyState>
      ) : (
        <ComparisonChart
          chart={chart}
          title={`${name} by workload`}
          metricName={name}
          colorOf={colorOf}
          detailOf={detailOf}
          sourceName={(sourceId) => sourceName(entries, sourceId)}
          narrow={narrow}
        />
      )}
    </Panel>
  );
}

const metrics = COMPARISON_METRICS.map((value) => ({
  value,
  label: metricOf(value).short,
  name: metricOf(value).name,
}));

function Choices({ workloads, selection, onSelect }: MetricPanelProps) {
  // As many as there are do not stand side by side in a phone's width.
  const narrow = useNarrow();
  return (
    <>
      {workloads.length > 1 ? (
        <Select
          aria-label="Workload"
          className="h-7 max-w-64"
          value={selection.workload ?? "all"}
          options={[{ value: "all", label: "All workloads" }, ...workloads.map(([value, label]) => ({ value, label }))]}
          onValueChange={(next) => onSelect({ workload: next === "all" ? null : next })}
        />
      ) : null}
      {narrow ? (
        <Select
          aria-label="Metric"
          className="h-7 max-w-full"
          value={selection.metric}
          options={metrics.map(({ value, name }) => ({ value, label: name }))}
          onValueChange={(metric) => onSelect({ metric: metric as ComparisonMetric })}
        />
      ) : (
        <Segmented
          label="Metric"
          value={selection.metric}
          onValueChange={(metric) => onSelect({ metric })}
          options={metrics}
        />
      )}
      <Segmented
        label="Axis"
        value={selection.scale}
        onValueChange={(scale) => onSelect({ scale })}
        options={[
          { value: "linear", label: "Linear" },
          { value: "logarithmic", label: "Log" },
        ]}
      />
    </>
  );
}

function sourceName(entries: readonly Entry[], sourceId: string): string {
  const entry = entries.find((each): each is PublishedEntry => each.kind === "published" && each.sourceId === sourceId);
  return entry === undefined ? sourceId : sourceWords(entry);
}
