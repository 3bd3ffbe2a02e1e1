import { decodeHistogram, type LatencyHistogram } from "@crosspoint/domain";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTRPC } from "@/api/client";
import { useAccess } from "./access";
import { cellAt, type Matrix } from "./model/matrix";

export type ComparedHistogram = LatencyHistogram | undefined;

interface Place {
  readonly point: number;
  readonly series: number;
}

/** As many as the server answers at once. */
const histogramsLimit = 24;

/** Histograms of the points that are drawn, decoded once. A result never changes, so neither is it asked for again. */
export function useComparedHistograms(matrix: Matrix, places: readonly Place[]) {
  const access = useAccess();
  const trpc = useTRPC();
  const points = useMemo(() => distinctPoints(matrix, places), [matrix, places]);
  const options = { enabled: points.length > 0, staleTime: Number.POSITIVE_INFINITY };
  const own = useQuery(
    trpc.result.histograms.queryOptions({ points }, { ...options, enabled: options.enabled && access.kind === "own" }),
  );
  const shared = useQuery(
    trpc.compare.shared.histograms.queryOptions(
      { token: access.kind === "shared" ? access.token : "", points },
      { ...options, enabled: options.enabled && access.kind === "shared" },
    ),
  );
  const { data, error, isLoading, refetch } = access.kind === "own" ? own : shared;
  const read = useMemo(() => {
    const decoded = new Map(
      data?.map(({ runId, sequence, direction, histogram }) => [
        `${runId} ${sequence} ${direction}`,
        decodeHistogram(histogram),
      ]),
    );
    const histogramOf = ({ point, series }: Place): ComparedHistogram => {
      const cell = cellAt(matrix, point, series);
      if (cell.kind === "missing" || cell.ref === undefined) return undefined;
      const { runId, sequence, direction } = cell.ref;
      return decoded.get(`${runId} ${sequence} ${direction}`);
    };
    return { histogramOf, without: withoutHistogram(matrix, places) };
  }, [data, matrix, places]);
  return { ...read, error, isLoading, refetch };
}

function distinctPoints(matrix: Matrix, places: readonly Place[]): { runId: string; sequence: number }[] {
  const keys = new Map<string, { runId: string; sequence: number }>();
  for (const { point, series } of places) {
    const cell = cellAt(matrix, point, series);
    if (cell.kind === "missing" || cell.ref === undefined) continue;
    const { runId, sequence } = cell.ref;
    keys.set(`${runId} ${sequence}`, { runId, sequence });
  }
  return [...keys.values()].slice(0, histogramsLimit);
}

/** Measured series whose figures are of several measurements: they have no histogram of one point. */
function withoutHistogram(matrix: Matrix, places: readonly Place[]): string[] {
  const names = places.flatMap(({ point, series }) => {
    const cell = cellAt(matrix, point, series);
    const look = matrix.series[series];
    return cell.kind === "figure" && cell.ref === undefined && look !== undefined && !look.isPublished
      ? [look.name]
      : [];
  });
  return [...new Set(names)];
}
