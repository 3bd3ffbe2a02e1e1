"use client";

import {
  COMPARISON_METRICS,
  type ComparedMetric,
  type ComparisonMatch,
  metricOf,
  type SweptPart,
} from "@crosspoint/domain";
import { useNarrow } from "@/ui/media-query";
import { Segmented } from "@/ui/segmented";
import { Select } from "@/ui/select";
import type { Look, LookChange } from "../selection";

interface ControlsProps {
  readonly look: Look;
  readonly onLook: (change: LookChange) => unknown;
  /** Key and words of every workload of the comparison. */
  readonly workloads: readonly (readonly [key: string, words: string])[];
  /** What the curves could run over. */
  readonly axes: readonly SweptPart[];
  readonly axis: SweptPart | undefined;
  /** Undefined where it may not be changed: a shared comparison. */
  readonly match?:
    | { readonly value: ComparisonMatch; readonly onChange: (match: ComparisonMatch) => unknown }
    | undefined;
}

const shownMetrics: readonly ComparedMetric[] = [...COMPARISON_METRICS, "iopsPerCpu"];
const metrics = shownMetrics.map((value) => ({
  value,
  label: metricOf(value).short,
  name: metricOf(value).name,
}));

const axisWords: Readonly<Record<SweptPart, string>> = { depth: "Depth", size: "Size", mix: "Mix" };

/** What is looked at, and how. */
export function Controls({ look, onLook, workloads, axes, axis, match }: ControlsProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-b px-4 py-2">
      <MetricChoice metric={look.metric} onLook={onLook} />
      <Segmented
        label="Show as"
        value={look.show}
        onValueChange={(show) => onLook({ show })}
        options={[
          { value: "absolute", label: "Absolute" },
          { value: "relative", label: "Relative", name: "Relative to the baseline" },
          { value: "percent", label: "%", name: "Difference from the baseline in %" },
        ]}
      />
      <Segmented
        label="Axis"
        value={look.scale}
        onValueChange={(scale) => onLook({ scale })}
        options={[
          { value: "linear", label: "Linear" },
          { value: "logarithmic", label: "Log" },
        ]}
      />
      {axes.length > 1 && axis !== undefined ? (
        <Segmented
          label="Curves over"
          value={axis}
          onValueChange={(over) => onLook({ over })}
          options={axes.map((value) => ({ value, label: axisWords[value] }))}
        />
      ) : null}
      {workloads.length > 1 ? (
        <Select
          aria-label="Workload"
          className="h-7 max-w-64"
          value={look.workload ?? "all"}
          options={[{ value: "all", label: "All workloads" }, ...workloads.map(([value, label]) => ({ value, label }))]}
          onValueChange={(next) => onLook({ workload: next === "all" ? null : next })}
        />
      ) : null}
      {match === undefined ? null : (
        <Select
          aria-label="Matching"
          className="h-7"
          value={match.value}
          options={[
            { value: "exact", label: "Match exactly" },
            { value: "load", label: "Match by pattern, size and depth" },
          ]}
          onValueChange={match.onChange}
        />
      )}
    </div>
  );
}

function MetricChoice({ metric, onLook }: { metric: ComparedMetric; onLook: ControlsProps["onLook"] }) {
  // As many as there are do not stand side by side in a phone's width.
  if (useNarrow()) {
    return (
      <Select
        aria-label="Metric"
        className="h-7 max-w-full"
        value={metric}
        options={metrics.map(({ value, name }) => ({ value, label: name }))}
        onValueChange={(next) => onLook({ metric: next })}
      />
    );
  }
  return (
    <Segmented label="Metric" value={metric} onValueChange={(next) => onLook({ metric: next })} options={metrics} />
  );
}
