"use client";

import { useMemo } from "react";
import type { PercentileChart as Prepared } from "../prepare/percentiles-by-nines";
import { type PercentileLooks, percentilesPlot } from "../prepare/percentiles-plot";
import type { Scale } from "../prepare/value-axis";
import { PlotChart } from "./plot-chart";

export interface PercentileChartProps {
  readonly chart: Prepared;
  readonly title: string;
  readonly fileName: string;
  readonly looks: PercentileLooks;
  readonly scale: Scale;
  readonly height: number;
}

/** Latency over percentiles by nines: curves of what was measured, hollow marks of what was published. */
export function PercentileChart({ chart, title, looks, scale, fileName, height }: PercentileChartProps) {
  const plot = useMemo(() => percentilesPlot({ chart, title, looks, scale }), [chart, title, looks, scale]);
  return <PlotChart plot={plot} fileName={fileName} height={height} />;
}
