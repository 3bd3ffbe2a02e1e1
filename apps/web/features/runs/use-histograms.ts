"use client";

import { decodeHistogram, type LatencyHistogram } from "@crosspoint/domain";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTRPC } from "@/api/client";

interface PointKey {
  readonly runId: string;
  readonly sequence: number;
}

/** The histogram of one direction of a point; undefined until it is there, or where none was kept. */
export type HistogramOf = (point: PointKey, direction: "read" | "write") => LatencyHistogram | undefined;

export interface Histograms {
  readonly histogramOf: HistogramOf;
  readonly isPending: boolean;
  /** Why they did not come. */
  readonly error: unknown;
  readonly retry: () => void;
}

/** The histograms of the points that are drawn, decoded once. A result never changes, so neither is it asked for again. */
export function useHistograms(points: readonly PointKey[]): Histograms {
  const trpc = useTRPC();
  const keys = [
    ...new Map(points.map(({ runId, sequence }) => [keyOf({ runId, sequence }), { runId, sequence }])).values(),
  ];
  const { data, isPending, error, refetch } = useQuery(
    trpc.result.histograms.queryOptions(
      { points: keys },
      { enabled: keys.length > 0, staleTime: Number.POSITIVE_INFINITY },
    ),
  );
  const histogramOf = useMemo((): HistogramOf => {
    const decoded = new Map(
      data?.map(({ runId, sequence, direction, histogram }) => [
        `${keyOf({ runId, sequence })} ${direction}`,
        decodeHistogram(histogram),
      ]),
    );
    return (point, direction) => decoded.get(`${keyOf(point)} ${direction}`);
  }, [data]);
  return { histogramOf, isPending, error, retry: () => void refetch() };
}

function keyOf({ runId, sequence }: PointKey): string {
  return `${runId} ${sequence}`;
}
