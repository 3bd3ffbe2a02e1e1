"use client";

import { type ComponentProps, lazy, type ReactNode, Suspense } from "react";
import { Skeleton } from "@/ui/skeleton";
import type { PlotChartProps } from "./draw/plot-chart";
import { comparisonHeight, lanesOf } from "./prepare/comparison-bars";

/** Charts and the library that draws them are loaded when a page shows one; until then their room is kept. */
const LazySeconds = lazy(async () => ({ default: (await import("./draw/seconds-chart")).SecondsChart }));
const LazyPercentiles = lazy(async () => ({ default: (await import("./draw/percentile-chart")).PercentileChart }));
const LazyDistribution = lazy(async () => ({ default: (await import("./draw/distribution-chart")).DistributionChart }));
const LazyComparison = lazy(async () => ({ default: (await import("./draw/comparison-chart")).ComparisonChart }));
const LazyPlot = lazy(async () => ({ default: (await import("./draw/plot-chart")).PlotChart }));
const LazyClients = lazy(async () => ({ default: (await import("./draw/clients-chart")).ClientsChart }));

/** Any chart over two axes. */
export function PlotChart(props: PlotChartProps) {
  return (
    <Reserved drawing={props.height ?? 280}>
      <LazyPlot {...props} />
    </Reserved>
  );
}

export function ClientsChart(props: ComponentProps<typeof LazyClients>) {
  return (
    <Reserved drawing={props.height}>
      <LazyClients {...props} />
    </Reserved>
  );
}

export function SecondsChart(props: ComponentProps<typeof LazySeconds>) {
  return (
    <Reserved drawing={props.height ?? 240}>
      <LazySeconds {...props} />
    </Reserved>
  );
}

export function PercentileChart(props: ComponentProps<typeof LazyPercentiles>) {
  return (
    <Reserved drawing={props.height}>
      <LazyPercentiles {...props} />
    </Reserved>
  );
}

export function DistributionChart(props: ComponentProps<typeof LazyDistribution>) {
  return (
    <Reserved drawing={props.height}>
      <LazyDistribution {...props} />
    </Reserved>
  );
}

export function ComparisonChart(props: ComponentProps<typeof LazyComparison>) {
  return (
    <Reserved drawing={comparisonHeight(lanesOf(props.chart.groups, () => false).length)}>
      <LazyComparison {...props} />
    </Reserved>
  );
}

/** Title above and legend below a drawing. */
const frameHeight = 36 + 30;

function Reserved({ drawing, children }: { drawing: number; children: ReactNode }) {
  return (
    <Suspense
      fallback={
        <div style={{ height: drawing + frameHeight }}>
          <Skeleton className="h-full" />
        </div>
      }
    >
      {children}
    </Suspense>
  );
}
