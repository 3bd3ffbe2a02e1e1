"use client";

import { type ComparedMetric, queueDepthOf } from "@crosspoint/domain";
import { useMemo } from "react";
import { PercentileChart } from "@/charts/lazy";
import { dashesByColor } from "@/charts/marks/dash";
import { markForm } from "@/charts/marks/mark-form";
import {
  type PercentileSeries,
  type PublishedMark,
  preparePercentilesByNines,
} from "@/charts/prepare/percentiles-by-nines";
import { QueryError } from "@/features/navigation/page-error";
import { Panel } from "@/ui/panel";
import { Select } from "@/ui/select";
import { Skeleton } from "@/ui/skeleton";
import { cellAt, type Matrix, type MatrixCell, readAt } from "./model/matrix";
import type { Look, LookChange } from "./selection";
import { type ComparedHistogram, useComparedHistograms } from "./use-compared-histograms";

interface PercentilesPanelProps {
  readonly matrix: Matrix;
  readonly points: readonly number[];
  readonly at: Look["at"];
  readonly onLook: (change: LookChange) => unknown;
}

/** Points that are drawn at most: more curves cannot be told apart. */
const pointsMax = 2;
/** Where no point was chosen, two are drawn of so many series, else one. */
const seriesOfTwo = 6;

/** Latency by percentile of the chosen points: what was measured as curves, what was published as marks. */
export function PercentilesPanel({ matrix, points, at, onLook }: PercentilesPanelProps) {
  const chosen = useMemo(() => chosenPoints(matrix, points, at), [matrix, points, at]);
  const places = useMemo(
    () => chosen.flatMap((point) => matrix.series.map((_, series) => ({ point, series }))),
    [chosen, matrix],
  );
  const { histogramOf, without, error, isLoading, refetch } = useComparedHistograms(matrix, places);
  const prepared = useMemo(
    () =>
      preparePercentilesByNines(
        places.flatMap((place) => curveOf(matrix, place, histogramOf)),
        places.flatMap((place) => marksOf(matrix, place)),
      ),
    [matrix, places, histogramOf],
  );
  const looks = useMemo(() => looksOf(matrix, places), [matrix, places]);
  if (points.length === 0) return null;
  return (
    <Panel
      title="Latency by percentile"
      note="lines are measured, hollow marks are published"
      actions={
        points.length > 1 ? (
          <Select
            aria-label="Workload of the percentiles"
            className="h-7 max-w-72"
            value={chosen.length === 1 ? (matrix.points[chosen[0] ?? 0]?.key ?? "") : ""}
            options={[
              ...(chosen.length === 1 ? [] : [{ value: "", label: `First ${chosen.length} workloads` }]),
              ...points.map((point) => ({
                value: matrix.points[point]?.key ?? "",
                label: matrix.points[point]?.words ?? "",
              })),
            ]}
            onValueChange={(key) => onLook({ at: key === "" ? null : [key] })}
          />
        ) : null
      }
    >
      {without.length === 0 ? null : (
        <p className="mb-2 text-muted text-table">Without a histogram: {without.join("; ")}.</p>
      )}
      {error ? <QueryError error={error} retry={() => void refetch()} /> : null}
      {isLoading ? <Skeleton className="h-[420px]" /> : <Drawn prepared={prepared} looks={looks} isWhole={!error} />}
    </Panel>
  );
}

interface DrawnProps {
  readonly prepared: ReturnType<typeof preparePercentilesByNines>;
  readonly looks: ReturnType<typeof looksOf>;
  /** Whether all that there is has been read. */
  readonly isWhole: boolean;
}

function Drawn({ prepared, looks, isWhole }: DrawnProps) {
  if (prepared.series.length > 0 || prepared.marks.length > 0) {
    return (
      <PercentileChart
        chart={prepared}
        title="Latency by percentile, by nines"
        fileName="comparison-percentiles"
        looks={looks}
        scale="logarithmic"
        height={360}
      />
    );
  }
  return isWhole ? <p className="text-muted">No series has percentiles at this workload. Choose another one.</p> : null;
}

function chosenPoints(matrix: Matrix, points: readonly number[], keys: readonly string[]): readonly number[] {
  const named = points.filter((point) => keys.includes(matrix.points[point]?.key ?? ""));
  if (named.length > 0) return named.slice(0, pointsMax);
  return points.slice(0, matrix.series.length > seriesOfTwo ? 1 : pointsMax);
}

interface Place {
  readonly point: number;
  readonly series: number;
}

function idOf({ point, series }: Place): string {
  return `${point} ${series}`;
}

function looksOf(matrix: Matrix, places: readonly Place[]) {
  const byId = new Map(places.map((place) => [idOf(place), place]));
  const colorOf = (id: string) => matrix.series[byId.get(id)?.series ?? 0]?.color ?? "";
  const dashes = dashesByColor(
    places.filter(({ point, series }) => cellAt(matrix, point, series).kind === "figure").map(idOf),
    colorOf,
  );
  const formOf = (id: string) => {
    const workload = matrix.points[byId.get(id)?.point ?? 0]?.workload;
    return markForm(workload === undefined ? 1 : queueDepthOf(workload));
  };
  return { colorOf, dashOf: (id: string) => dashes.get(id), formOf };
}

function labelOf(matrix: Matrix, { point, series }: Place): string {
  const merged = mergedWords(cellAt(matrix, point, series));
  return [matrix.series[series]?.name, matrix.points[point]?.words, ...merged].join(", ");
}

/** Of how much a curve is, where it is not one measurement. */
function mergedWords(cell: MatrixCell): string[] {
  if (cell.kind === "missing" || cell.merged === undefined) return [];
  const { merged, mergedRuns } = cell;
  if (mergedRuns === undefined) return [`merged of ${merged} rounds`];
  return [`merged of ${merged === mergedRuns ? "" : `${merged} measurements in `}${mergedRuns} runs`];
}

function curveOf(matrix: Matrix, place: Place, histogramOf: (place: Place) => ComparedHistogram): PercentileSeries[] {
  const histogram = histogramOf(place);
  return histogram === undefined ? [] : [{ id: idOf(place), label: labelOf(matrix, place), histogram }];
}

const publishedPercentiles = [
  ["50", "latencyNsP50"],
  ["99", "latencyNsP99"],
  ["99.9", "latencyNsP999"],
  ["99.99", "latencyNsP9999"],
  ["99.999", "latencyNsP99999"],
] as const satisfies readonly (readonly [string, ComparedMetric])[];

function marksOf(matrix: Matrix, place: Place): PublishedMark[] {
  const look = matrix.series[place.series];
  if (look === undefined || !look.isPublished) return [];
  return publishedPercentiles.flatMap(([percentile, metric]) => {
    const reading = readAt(matrix, place.point, place.series, metric);
    if (reading.kind === "missing") return [];
    const { value: ns, bound } = reading;
    return [{ id: idOf(place), label: labelOf(matrix, place), percentile, ns, bound, source: look.source }];
  });
}
