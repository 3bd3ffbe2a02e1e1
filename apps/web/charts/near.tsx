"use client";

import { type ComponentProps, memo, useCallback } from "react";
import { WhenNear } from "@/ui/near/when-near";
import { ComparisonChart, frameHeight, PlotChart } from "./lazy";
import { comparisonHeight, lanesOf } from "./prepare/comparison-bars";
import type { PlotToCome } from "./prepare/plot-to-come";
import { textWidth } from "./prepare/text-width";

interface NearPlotProps {
  readonly plot: PlotToCome;
  readonly fileName: string;
  readonly height: number;
  readonly syncId?: string | undefined;
}

/** A chart among many: prepared and drawn where it can be seen. */
export const NearPlot = memo(function NearPlot({ plot, fileName, height, syncId }: NearPlotProps) {
  const draw = useCallback(
    () => <PlotChart plot={{ ...plot.prepare(), title: plot.title }} {...{ fileName, height, syncId }} />,
    [plot, fileName, height, syncId],
  );
  return (
    <WhenNear role="figure" label={plot.title} height={height + frameHeight + legendHeight(plot.names)}>
      {draw}
    </WhenNear>
  );
});

/** Bars, drawn where they can be seen. */
export const NearBars = memo(function NearBars({ chart, title, narrow }: ComponentProps<typeof ComparisonChart>) {
  const draw = useCallback(() => <ComparisonChart {...{ chart, title, narrow }} />, [chart, title, narrow]);
  const lanes = lanesOf(chart.groups, () => false).length;
  return (
    <WhenNear role="figure" label={title} height={comparisonHeight(lanes) + frameHeight}>
      {draw}
    </WhenNear>
  );
});

/** A mark, and the room around it and its name. */
const entryPx = 46;
/** Of a chart that stands beside another one. */
const usualWidth = 540;
const linePx = 29;

/** Beyond its first line. */
function legendHeight(names: readonly string[]): number {
  const width = names.reduce((sum, name) => sum + textWidth(name) + entryPx, 0);
  return Math.max(0, Math.ceil(width / usualWidth) - 1) * linePx;
}
