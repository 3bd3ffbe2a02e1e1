"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTRPC } from "@/api/client";
import { PlotChart } from "@/charts/lazy";
import { prepareHeatMap } from "@/charts/prepare/heat-map";
import { QueryError } from "@/features/navigation/page-error";
import { Skeleton } from "@/ui/skeleton";

interface HeatChartsProps {
  readonly runId: string;
  readonly sequence: number;
  readonly fileName: string;
}

const height = 300;

/** Where the latencies of a point lay in each part of its time, by direction; nothing where no second arrived. */
export function HeatCharts({ runId, sequence, fileName }: HeatChartsProps) {
  const { data, error, refetch } = useQuery(
    useTRPC().run.heat.queryOptions({ runId, sequence }, { staleTime: Number.POSITIVE_INFINITY }),
  );
  const plots = useMemo(
    () =>
      data?.directions.map(({ direction, ...heat }) => ({
        direction,
        plot: prepareHeatMap({
          ...heat,
          title: `Latency of ${direction}s over time`,
          note: noteOf(heat.columnSeconds, data.truncated),
          rampSeconds: data.rampSeconds,
        }),
      })),
    [data],
  );
  if (error) {
    return (
      <div className="xl:col-span-2">
        <QueryError error={error} retry={() => void refetch()} />
      </div>
    );
  }
  if (plots === undefined) return <Skeleton className="h-[366px] xl:col-span-2" />;
  if (data?.thinned) return <Thinned />;
  return plots.map(({ direction, plot }) => (
    <PlotChart
      key={direction}
      plot={plot}
      fileName={`${fileName}-${direction}-heat`}
      height={height}
      className={plots.length === 1 ? "xl:col-span-2" : ""}
    />
  ));
}

function Thinned() {
  return (
    <p className="text-muted text-table xl:col-span-2">
      No latency heat map: the histograms of this run&apos;s seconds are no longer kept (Settings, Storage). The results
      and the figures of each second are.
    </p>
  );
}

function noteOf(columnSeconds: number, truncated: boolean): string {
  const column = columnSeconds === 1 ? "second" : `${columnSeconds} s`;
  return `I/Os of each ${column} by latency, from its histograms${truncated ? "; the first hour" : ""}`;
}
