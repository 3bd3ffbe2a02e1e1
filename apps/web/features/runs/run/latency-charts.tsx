"use client";

import { useMemo } from "react";
import { PercentileChart, PlotChart } from "@/charts/lazy";
import { directionDash } from "@/charts/marks/dash";
import { distributionPlot } from "@/charts/prepare/distribution-plot";
import { prepareDistribution } from "@/charts/prepare/latency-distribution";
import { preparePercentilesByNines } from "@/charts/prepare/percentiles-by-nines";
import type { PercentileLooks } from "@/charts/prepare/percentiles-plot";
import type { Scale } from "@/charts/prepare/value-axis";
import { directionColor } from "@/ui/series-color";
import { NoHistogram } from "../no-histogram";
import { useHistograms } from "../use-histograms";
import type { Point } from "./run-detail";

interface LatencyChartsProps {
  readonly runId: string;
  readonly point: Pick<Point, "sequence"> & {
    readonly directions: readonly Pick<Point["directions"][number], "direction">[];
  };
  readonly scale: Scale;
  readonly fileName: string;
}

const words = { read: "Reads", write: "Writes" } as const;
const colorOf = (direction: string) => directionColor[direction as "read" | "write"];
const dashOf = (direction: string) => directionDash[direction as "read" | "write"];
const looksOf = (direction: string) => ({ color: colorOf(direction), dash: dashOf(direction) });
const looks: PercentileLooks = { colorOf, dashOf, formOf: () => "square" };
const height = 320;

/** Latencies of a point by percentile and as a distribution, in one unit. */
export function LatencyCharts({ runId, point, scale, fileName }: LatencyChartsProps) {
  const histograms = useHistograms([{ runId, sequence: point.sequence }]);
  const { histogramOf } = histograms;
  const series = useMemo(
    () =>
      point.directions.flatMap(({ direction }) => {
        const histogram = histogramOf({ runId, sequence: point.sequence }, direction);
        return histogram === undefined ? [] : [{ id: direction, label: words[direction], histogram }];
      }),
    [point, runId, histogramOf],
  );
  const percentiles = useMemo(() => preparePercentilesByNines(series), [series]);
  const distribution = useMemo(() => {
    const chart = prepareDistribution(series, percentiles.unit);
    return distributionPlot({ chart, title: "Latency distribution", looksOf, scale });
  }, [series, percentiles, scale]);
  if (series.length === 0) {
    return (
      <div className="xl:col-span-2">
        <NoHistogram histograms={histograms} className="h-[412px]" />
      </div>
    );
  }
  return (
    <>
      <PercentileChart
        chart={percentiles}
        title="Latency by percentile"
        fileName={`${fileName}-percentiles`}
        looks={looks}
        scale={scale}
        height={height}
      />
      <PlotChart plot={distribution} fileName={`${fileName}-distribution`} height={height} />
    </>
  );
}
