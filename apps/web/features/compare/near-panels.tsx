"use client";

import { isLatency, metricOf } from "@crosspoint/domain";
import { type ComponentProps, memo, type ReactNode, Suspense, useCallback, useEffect } from "react";
import { later } from "@/ui/near/later";
import { WhenNear } from "@/ui/near/when-near";
import { AccessProvider, useAccess } from "./access";
import { DifferencesPanel, differencesHeight } from "./differences/differences-panel";
import { chartsHeight } from "./figures/small-multiples";
import { environmentTitle } from "./model/environment-title";
import type { Layout } from "./model/families";
import type { Matrix } from "./model/matrix";
import type { Look, LookChange } from "./selection";
import { tableHeight } from "./table/tall-table";

// Parts of the page that are drawn, and read what they show, once they are near: most of a comparison is below the window.
// What asks the server is given its right anew by what it is drawn with: the change of a context would reach it far away.

// Their code comes once the page stands: together it is a tenth of what the page would load first.
const throughputLatency = later(
  async () => (await import("./figures/throughput-latency-panel")).ThroughputLatencyPanel,
);
const results = later(async () => (await import("./table/results-panel")).ResultsPanel);
const efficiency = later(async () => (await import("./efficiency-panel")).EfficiencyPanel);
const percentiles = later(async () => (await import("./percentiles-panel")).PercentilesPanel);
const environment = later(async () => (await import("./environment-panel")).EnvironmentPanel);

/** Fetches the code of what is far below: what is printed before anybody came near is drawn without waiting for it. */
export function useNearPanels(): void {
  useEffect(() => {
    // What does not come now is asked for again by whoever comes near.
    for (const { fetch } of [throughputLatency, results, efficiency, percentiles, environment])
      void fetch().catch(() => {});
  }, []);
}

/** Keeps the room of what is on its way. */
function Coming({ height, children }: { height: number; children: ReactNode }) {
  return <Suspense fallback={<div style={{ height }} />}>{children}</Suspense>;
}

const headPx = 45;
const linePx = 37;

type Looked = { readonly matrix: Matrix; readonly layout: Layout; readonly points: readonly number[] };
type OnLook = (change: LookChange) => unknown;

type NearThroughputProps = Omit<Looked, "points"> & Pick<Look, "metric" | "scale">;

export const NearThroughput = memo(function NearThroughput(props: NearThroughputProps) {
  const { matrix, layout, metric, scale } = props;
  const charts = layout.families.filter(({ axis }) => axis === "depth").length;
  const height = headPx + chartsHeight(charts);
  const draw = useCallback(
    () => (
      <Coming height={height}>
        <throughputLatency.Part {...{ matrix, layout, metric, scale }} />
      </Coming>
    ),
    [matrix, layout, metric, scale, height],
  );
  if (charts === 0) return null;
  const latency = isLatency(metric) ? metric : "latencyNsMean";
  return (
    <WhenNear role="region" label={`${metricOf(latency).name} against throughput`} height={height}>
      {draw}
    </WhenNear>
  );
});

type EfficiencyProps = ComponentProps<typeof efficiency.Part>;

/** A table of a row for each sweep, and the reasons below it. */
export const NearEfficiency = memo(function NearEfficiency({ matrix, saturation }: EfficiencyProps) {
  const height = headPx + tableHeight(saturation.length) + 2 * linePx;
  const draw = useCallback(
    () => (
      <Coming height={height}>
        <efficiency.Part {...{ matrix, saturation }} />
      </Coming>
    ),
    [matrix, saturation, height],
  );
  if (saturation.length === 0) return null;
  return (
    <WhenNear role="region" label="Efficiency at saturation" height={height}>
      {draw}
    </WhenNear>
  );
});

type NearDifferencesProps = Looked & Pick<Look, "metric"> & { readonly baseline: number };

export const NearDifferences = memo(function NearDifferences(props: NearDifferencesProps) {
  const { matrix, layout, points, baseline, metric } = props;
  const access = useAccess();
  const draw = useCallback(
    () => (
      <AccessProvider access={access}>
        <DifferencesPanel {...{ matrix, layout, points, baseline, metric }} />
      </AccessProvider>
    ),
    [access, matrix, layout, points, baseline, metric],
  );
  const height = headPx + differencesHeight(layout, points);
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
        <results.Part {...{ matrix, points, metric, table, onLook, originOf }} />
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
  const access = useAccess();
  const draw = useCallback(
    () => (
      <AccessProvider access={access}>
        <Coming height={headPx + chartsHeight(1)}>
          <percentiles.Part {...{ matrix, points, at, onLook }} />
        </Coming>
      </AccessProvider>
    ),
    [access, matrix, points, at, onLook],
  );
  if (points.length === 0) return null;
  return (
    <WhenNear role="region" label="Latency by percentile" height={headPx + chartsHeight(1)}>
      {draw}
    </WhenNear>
  );
});

type EnvironmentProps = ComponentProps<typeof environment.Part>;

/** A row for each property that differs, and what costs performance below them. */
export const NearEnvironment = memo(function NearEnvironment({ environments, differences }: EnvironmentProps) {
  const height = headPx + (differences.length + 3) * linePx;
  const draw = useCallback(
    () => (
      <Coming height={height}>
        <environment.Part {...{ environments, differences }} />
      </Coming>
    ),
    [environments, differences, height],
  );
  return (
    <WhenNear role="region" label={environmentTitle({ environments })} height={height}>
      {draw}
    </WhenNear>
  );
});
