"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { type ReactNode, useMemo } from "react";
import { useTRPC } from "@/api/client";
import { DistributionChart } from "@/charts/draw/distribution-chart";
import { PercentileChart } from "@/charts/draw/percentile-chart";
import { LatencyChart, ThroughputChart } from "@/charts/draw/seconds-charts";
import { prepareDistribution } from "@/charts/prepare/latency-distribution";
import { preparePercentilesByNines } from "@/charts/prepare/percentiles-by-nines";
import { prepareSeconds } from "@/charts/prepare/seconds-over-time";
import { QueryError } from "@/features/navigation/page-error";
import { Panel } from "@/ui/panel";
import { Segmented } from "@/ui/segmented";
import { seriesColor } from "@/ui/series-color";
import { Skeleton } from "@/ui/skeleton";
import { resultsOf } from "./results";
import type { Point, Run } from "./run-page";

interface PointChartsProps {
  readonly run: Run;
  readonly point: Point;
  readonly picker: ReactNode;
}

const words = { read: "Reads", write: "Writes" } as const;
const dashes = new Map([["write", "6 3"]]);

/** One point in depth: over time, by percentile, and how its latencies are spread. */
export function PointCharts({ run, point, picker }: PointChartsProps) {
  const [unit, setUnit] = useQueryState("unit", parseAsStringLiteral(["iops", "mbs"]).withDefault("iops"));
  const [scale, setScale] = useQueryState("scale", parseAsStringLiteral(["log", "linear"]).withDefault("log"));
  const trpc = useTRPC();
  const seconds = useQuery(trpc.run.seconds.queryOptions({ runId: run.id, pointIndex: point.index }));
  const overTime = useMemo(
    () => seconds.data && prepareSeconds(seconds.data.seconds, point.spec.rampMs),
    [seconds.data, point.spec.rampMs],
  );
  const series = useMemo(
    () =>
      resultsOf([point]).map(({ direction, decoded }) => ({
        id: direction,
        label: words[direction],
        colorKey: run.targetLabel,
        histogram: decoded,
      })),
    [point, run.targetLabel],
  );
  const color = seriesColor(run.targetLabel);
  const colors = new Map(series.map(({ id }) => [id, color]));
  const file = `${run.serial ?? "run"}-point-${point.index + 1}`;
  const span = Math.max((point.spec.rampMs + point.spec.durationMs) / 1000, overTime?.rows.at(-1)?.atSeconds ?? 0);
  return (
    <Panel
      title="Point in depth"
      note={picker === null ? point.spec.name : undefined}
      actions={
        <>
          {picker}
          <Segmented
            label="Throughput unit"
            value={unit}
            onValueChange={(next) => void setUnit(next)}
            options={[
              { value: "iops", label: "IOPS" },
              { value: "mbs", label: "MB/s" },
            ]}
          />
          <Segmented
            label="Axes of percentiles and distribution"
            value={scale}
            onValueChange={(next) => void setScale(next)}
            options={[
              { value: "log", label: "Logarithmic" },
              { value: "linear", label: "Linear" },
            ]}
          />
        </>
      }
    >
      <div className="grid gap-x-8 gap-y-6 xl:grid-cols-2">
        {seconds.error ? (
          <div className="xl:col-span-2">
            <QueryError error={seconds.error} retry={() => void seconds.refetch()} />
          </div>
        ) : overTime === undefined ? (
          <>
            <Skeleton className="h-[312px]" />
            <Skeleton className="h-[312px]" />
          </>
        ) : overTime.rows.length === 0 ? (
          <p className="text-muted xl:col-span-2">No seconds of this point arrived, only its result.</p>
        ) : (
          <>
            <ThroughputChart
              chart={overTime}
              unit={unit === "iops" ? "iops" : "bytes"}
              color={color}
              spanSeconds={span}
              fileName={`${file}-throughput`}
            />
            <LatencyChart chart={overTime} color={color} spanSeconds={span} fileName={`${file}-latency`} />
          </>
        )}
        {seconds.data?.truncated ? (
          <p className="text-muted text-table xl:col-span-2">
            This point is longer than two hours: the charts over time show its first two. The percentiles count all of
            it.
          </p>
        ) : null}
        <PercentileChart
          chart={preparePercentilesByNines(series)}
          title="Latency by percentile"
          fileName={`${file}-percentiles`}
          colors={colors}
          dashes={dashes}
          scale={scale === "log" ? "logarithmic" : "linear"}
        />
        <DistributionChart
          chart={prepareDistribution(series)}
          title="Distribution of latencies"
          fileName={`${file}-distribution`}
          colors={colors}
          dashes={dashes}
          scale={scale === "log" ? "logarithmic" : "linear"}
          height={320}
        />
      </div>
    </Panel>
  );
}
