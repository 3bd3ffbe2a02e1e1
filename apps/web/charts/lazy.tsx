"use client";

import { type ComponentProps, lazy, type ReactNode, Suspense } from "react";
import { Skeleton } from "@/ui/skeleton";
import type { PercentileChartProps } from "./draw/percentile-chart";
import type { PlotChartProps } from "./draw/plot-chart";
import { comparisonHeight, lanesOf } from "./prepare/comparison-bars";
import { plotHeight } from "./prepare/plot-frame";

/** Charts and the library that draws them are loaded when a page shows one; until then their room is kept. */
const LazyPlot = lazy(async () => ({ default: (await import("./draw/plot-chart")).PlotChart }));
const LazyPercentiles = lazy(async () => ({ default: (await import("./draw/percentile-chart")).PercentileChart }));
const LazyComparison = lazy(async () => ({ default: (await import("./draw/comparison-chart")).ComparisonChart }));

/** Any chart over two axes, a heat map too. */
export function PlotChart(props: PlotChartProps) {
  return (
    <Reserved drawing={props.height ?? plotHeight}>
      <LazyPlot {...props} />
    </Reserved>
  );
}

export function PercentileChart(props: PercentileChartProps) {
  return (
    <Reserved drawing={props.height}>
      <LazyPercentiles {...props} />
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
export const frameHeight = 36 + 30;

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
