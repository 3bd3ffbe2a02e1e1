"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTRPC } from "@/api/client";
import { PlotChart } from "@/charts/lazy";
import { prepareSeconds } from "@/charts/prepare/seconds-over-time";
import { latencyPlot, throughputPlot } from "@/charts/prepare/seconds-panes";
import type { Scale } from "@/charts/prepare/value-axis";
import { QueryError } from "@/features/navigation/page-error";
import { Skeleton } from "@/ui/skeleton";
import { type Point, timingOf } from "./run-detail";

interface OverTimeChartsProps {
  readonly runId: string;
  readonly point: Point;
  readonly quantity: "iops" | "bytes";
  /** Of latencies; throughput begins at zero. */
  readonly scale: Scale;
  readonly fileName: string;
}

const height = 240;

/** Throughput and latency of a point, second by second. */
export function OverTimeCharts({ runId, point, quantity, scale, fileName }: OverTimeChartsProps) {
  const { rampMs, totalMs } = timingOf(point.spec);
  const { data, error, refetch } = useQuery(useTRPC().run.seconds.queryOptions({ runId, sequence: point.sequence }));
  const chart = useMemo(() => data && prepareSeconds(data.seconds, rampMs), [data, rampMs]);
  if (error) {
    return (
      <div className="xl:col-span-2">
        <QueryError error={error} retry={() => void refetch()} />
      </div>
    );
  }
  if (chart === undefined) {
    return (
      <>
        <Skeleton className="h-[312px]" />
        <Skeleton className="h-[312px]" />
      </>
    );
  }
  if (chart.rows.length === 0) {
    return <p className="text-muted xl:col-span-2">No per-second data for this point, only its result.</p>;
  }
  const spanSeconds = Math.max(totalMs / 1000, chart.rows.at(-1)?.atSeconds ?? 0);
  return (
    <>
      <PlotChart
        plot={throughputPlot(chart, quantity, spanSeconds)}
        fileName={`${fileName}-throughput`}
        height={height}
        syncId={fileName}
      />
      <PlotChart
        plot={latencyPlot(chart, spanSeconds, scale)}
        fileName={`${fileName}-latency`}
        height={height}
        syncId={fileName}
      />
      {data?.truncated ? (
        <p className="text-muted text-table xl:col-span-2">
          The charts over time show the first two hours of this point; its percentiles include all of it.
        </p>
      ) : null}
    </>
  );
}
