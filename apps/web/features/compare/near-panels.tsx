"use client";

import { isLatency, metricOf } from "@crosspoint/domain";
import { lazy, memo, type ReactNode, Suspense, useCallback } from "react";
import { WhenNear } from "@/ui/near/when-near";
import { DifferencesPanel } from "./differences/differences-panel";
import type { Layout } from "./model/families";
import type { Matrix } from "./model/matrix";
import type { Look, LookChange } from "./selection";
import { tableHeight } from "./table/tall-table";

// Parts of the page that are drawn, and read what they show, once they are near: most of a comparison is below the window.

// They come once they are near, too: together they are a tenth of what the page would load first.
const ThroughputLatencyPanel = lazy(async () => ({
  default: (await import("./figures/throughput-latency-panel")).ThroughputLatencyPanel,
}));
const ResultsPanel = lazy(async () => ({ default: (await import("./table/results-panel")).ResultsPanel }));
const PercentilesPanel = lazy(async () => ({ default: (await import("./percentiles-panel")).PercentilesPanel }));

/** Keeps the room of what is on its way. */
function Coming({ height, children }: { height: number; children: ReactNode }) {
  return <Suspense fallback={<div style={{ height }} />}>{children}</Suspense>;
}

const headPx = 45;
/** A row of charts with their legends and the room between. */
const chartsPx = 480;

type Looked = { readonly matrix: Matrix; readonly layout: Layout; readonly points: readonly number[] };
type OnLook = (change: LookChange) => unknown;

type NearThroughputProps = Omit<Looked, "points"> & Pick<Look, "metric" | "scale">;

export const NearThroughput = memo(function NearThroughput(props: NearThroughputProps) {
  const { matrix, layout, metric, scale } = props;
  const charts = layout.families.filter(({ axis }) => axis === "depth").length;
  const height = headPx + Math.ceil(charts / 2) * chartsPx;
  const draw = useCallback(
    () => (
      <Coming height={height}>
        <ThroughputLatencyPanel {...{ matrix, layout, metric, scale }} />
      </Coming>
    ),
    [matrix, layout, metric, scale, height],
  );
  if (charts === 0) return null;
  const latency = isLatency(metric) ? metric : "latencyNsMean";
  return (
    <WhenNear role="region" label={`Throughput against ${metricOf(latency).name.toLowerCase()}`} height={height}>
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
  const height = headPx + tableHeight(points.length);
  const draw = useCallback(
    () => (
      <Coming height={height}>
        <ResultsPanel {...{ matrix, points, metric, table, onLook, originOf }} />
      </Coming>
    ),
    [matrix, points, metric, table, onLook, originOf, height],
  );
  return (
    <WhenNear role="region" label="All results" height={height}>
      {draw}
    </WhenNear>
  );
});

type NearPercentilesProps = Omit<Looked, "layout"> & Pick<Look, "at"> & { readonly onLook: OnLook };

export const NearPercentiles = memo(function NearPercentiles(props: NearPercentilesProps) {
  const { matrix, points, at, onLook } = props;
  const draw = useCallback(
    () => (
      <Coming height={headPx + chartsPx}>
        <PercentilesPanel {...{ matrix, points, at, onLook }} />
      </Coming>
    ),
    [matrix, points, at, onLook],
  );
  if (points.length === 0) return null;
  return (
    <WhenNear role="region" label="Latency by percentile" height={headPx + chartsPx}>
      {draw}
    </WhenNear>
  );
});
