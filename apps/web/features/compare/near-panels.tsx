"use client";

import { isLatency, metricOf } from "@crosspoint/domain";
import { memo, type ReactNode, useCallback } from "react";
import { WhenNear } from "@/ui/near/when-near";
import { DifferencesPanel } from "./differences/differences-panel";
import { ThroughputLatencyPanel } from "./figures/throughput-latency-panel";
import type { Layout } from "./model/families";
import type { Matrix } from "./model/matrix";
import { PercentilesPanel } from "./percentiles-panel";
import type { Look, LookChange } from "./selection";
import { ResultsPanel } from "./table/results-panel";
import { tableHeight } from "./table/tall-table";

// Parts of the page that are drawn, and read what they show, once they are near: most of a comparison is below the window.

const headPx = 45;
/** A row of charts with their legends and the room between. */
const chartsPx = 480;

type Looked = { readonly matrix: Matrix; readonly layout: Layout; readonly points: readonly number[] };
type OnLook = (change: LookChange) => unknown;

type NearThroughputProps = Omit<Looked, "points"> & Pick<Look, "metric" | "scale">;

export const NearThroughput = memo(function NearThroughput(props: NearThroughputProps) {
  const { matrix, layout, metric, scale } = props;
  const draw = useCallback(
    () => <ThroughputLatencyPanel {...{ matrix, layout, metric, scale }} />,
    [matrix, layout, metric, scale],
  );
  const charts = layout.families.filter(({ axis }) => axis === "depth").length;
  if (charts === 0) return null;
  const latency = isLatency(metric) ? metric : "latencyNsMean";
  return (
    <WhenNear
      role="region"
      label={`Throughput against ${metricOf(latency).name.toLowerCase()}`}
      height={headPx + Math.ceil(charts / 2) * chartsPx}
    >
      {draw}
    </WhenNear>
  );
});

type NearDifferencesProps = Looked & Pick<Look, "metric"> & { readonly baseline: number };

export const NearDifferences = memo(function NearDifferences(props: NearDifferencesProps) {
  const { matrix, layout, points, baseline, metric } = props;
  const draw = useCallback(
    () => <DifferencesPanel {...{ matrix, layout, points, baseline, metric }} />,
    [matrix, layout, points, baseline, metric],
  );
  const height = headPx + Math.ceil(layout.families.length / 2) * chartsPx + tableHeight(points.length);
  return (
    <WhenNear role="region" label="Differences" height={height}>
      {draw}
    </WhenNear>
  );
});

type NearResultsProps = Omit<Looked, "layout"> &
  Pick<Look, "metric" | "table"> & {
    readonly onLook: OnLook;
    readonly originOf: (series: number, point: number) => ReactNode;
  };

export const NearResults = memo(function NearResults(props: NearResultsProps) {
  const { matrix, points, metric, table, onLook, originOf } = props;
  const draw = useCallback(
    () => <ResultsPanel {...{ matrix, points, metric, table, onLook, originOf }} />,
    [matrix, points, metric, table, onLook, originOf],
  );
  return (
    <WhenNear role="region" label="All results" height={headPx + tableHeight(points.length)}>
      {draw}
    </WhenNear>
  );
});

type NearPercentilesProps = Omit<Looked, "layout"> & Pick<Look, "at"> & { readonly onLook: OnLook };

export const NearPercentiles = memo(function NearPercentiles(props: NearPercentilesProps) {
  const { matrix, points, at, onLook } = props;
  const draw = useCallback(
    () => <PercentilesPanel {...{ matrix, points, at, onLook }} />,
    [matrix, points, at, onLook],
  );
  if (points.length === 0) return null;
  return (
    <WhenNear role="region" label="Latency by percentile" height={headPx + chartsPx}>
      {draw}
    </WhenNear>
  );
});
