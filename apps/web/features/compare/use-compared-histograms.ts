import { decodeHistogram, type LatencyHistogram } from "@crosspoint/domain";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type Outputs, useTRPC } from "@/api/client";
import { useAccess } from "./access";
import { cellAt, type Matrix, type MatrixCell } from "./model/matrix";

export type ComparedHistogram = LatencyHistogram | undefined;

interface Place {
  readonly point: number;
  readonly series: number;
}

/** Histograms of the rows that are drawn, decoded once. Those of known runs never change, so neither are they asked for again. */
export function useComparedHistograms(matrix: Matrix, places: readonly Place[]) {
  const { data, error, isLoading, refetch } = useHistograms(useMemo(() => wantedOf(matrix, places), [matrix, places]));
  const read = useMemo(() => {
    const decoded = new Map(
      data?.map(({ point, series, histogram }) => [`${point} ${series}`, decodeHistogram(histogram)]),
    );
    const histogramOf = ({ point, series }: Place): ComparedHistogram =>
      decoded.get(`${matrix.points[point]?.key} ${matrix.series[series]?.id}`);
    const without = data === undefined ? [] : withoutHistogram(matrix, places, histogramOf);
    return { histogramOf, without };
  }, [data, matrix, places]);
  return { ...read, error, isLoading, refetch };
}

interface Wanted {
  readonly points: string[];
  readonly runs: string[];
  readonly of: string[];
}

/** Rows, runs and rounds, in an order of their own: that of the columns changes nothing. */
function wantedOf(matrix: Matrix, places: readonly Place[]): Wanted {
  const measured = places.filter(({ point, series }) => isMeasured(matrix, { point, series }));
  const distinct = (values: (string | undefined)[]) => [...new Set(values.flatMap((each) => each ?? []))].toSorted();
  return {
    points: distinct(measured.map(({ point }) => matrix.points[point]?.key)),
    runs: distinct(measured.map(({ series }) => matrix.series[series]?.runs)),
    of: distinct(measured.map(({ point, series }) => roundsOf(cellAt(matrix, point, series)))),
  };
}

function roundsOf(cell: MatrixCell): string | undefined {
  return cell.kind === "figure" ? cell.of : undefined;
}

function isMeasured(matrix: Matrix, { point, series }: Place): boolean {
  return cellAt(matrix, point, series).kind === "figure" && matrix.series[series]?.isPublished === false;
}

type Histograms = Outputs["compare"]["histograms"];

function useHistograms(wanted: Wanted) {
  const access = useAccess();
  const trpc = useTRPC();
  const options = { staleTime: Number.POSITIVE_INFINITY };
  const isAsked = wanted.points.length > 0;
  const selection = access.kind === "own" ? access.selection : undefined;
  const token = access.kind === "shared" ? access.token : "";
  const own = useQuery(
    trpc.compare.histograms.queryOptions(
      { ...selection, ...wanted },
      { ...options, enabled: isAsked && access.kind === "own" },
    ),
  );
  const shared = useQuery(
    trpc.compare.shared.histograms.queryOptions(
      { token, ...wanted },
      { ...options, enabled: isAsked && access.kind === "shared" },
    ),
  );
  const { data, error, isLoading, refetch } = access.kind === "own" ? own : shared;
  return { data: data as Histograms | undefined, error, isLoading, refetch };
}

/** Measured series that have none: a file had only figures, or what is merged cannot be added up. */
function withoutHistogram(
  matrix: Matrix,
  places: readonly Place[],
  histogramOf: (place: Place) => ComparedHistogram,
): string[] {
  const without = places.filter((place) => isMeasured(matrix, place) && histogramOf(place) === undefined);
  return [...new Set(without.flatMap(({ series }) => matrix.series[series]?.name ?? []))];
}
