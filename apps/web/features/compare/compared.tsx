"use client";

import { lazy, Suspense, useCallback, useMemo } from "react";
import type { Outputs } from "@/api/client";
import { Banner } from "@/ui/banner";
import { PanelSkeleton } from "@/ui/skeleton";
import { useAccess } from "./access";
import { DifferencesPanel } from "./differences/differences-panel";
import { Controls } from "./figures/controls";
import { FiguresPanel } from "./figures/figures-panel";
import { type Layout, layoutOf } from "./model/families";
import { type Matrix, matrixOf } from "./model/matrix";
import { seriesLooks } from "./model/series-looks";
import {
  NearDifferences,
  NearEfficiency,
  NearEnvironment,
  NearPercentiles,
  NearResults,
  NearThroughput,
  useNearPanels,
} from "./near-panels";
import { originOf, sourceLink } from "./origins";
import type { Look, LookChange } from "./selection";
import { ordered } from "./series/edit";
import { SeriesChips } from "./series/series-chips";

/** At the end of the page: it comes once the rest stands. */
const StatementsPanel = lazy(async () => ({ default: (await import("./statements-panel")).StatementsPanel }));

export type Comparison = Outputs["compare"]["get"];
export type ComparedSeries = Comparison["series"][number];

interface ComparedProps {
  readonly comparison: Comparison;
  readonly look: Look;
  readonly onLook: (change: LookChange) => unknown;
  /** Undefined where what is compared may not be changed. */
  readonly edit?: {
    readonly onOrder: (ids: readonly string[]) => void;
    readonly onMatch: (match: "exact" | "load") => unknown;
    readonly onPart: (series: ComparedSeries, part: string) => void;
  };
  readonly match: "exact" | "load";
}

/** The chosen series: figures, differences, the table behind them, percentiles, sources and environments. */
export function Compared({ comparison, look, onLook, edit, match }: ComparedProps) {
  const access = useAccess();
  useNearPanels();
  const { series, matrix } = useMatrix(comparison, look.order);
  const { layout, workloads, points } = useLayout(matrix, look);
  const { metric, scale, at, table } = look;
  const baseline = Math.max(
    0,
    series.findIndex(({ id }) => id === look.base),
  );
  const source = useMemo(() => sourceLink(comparison.sources, access), [comparison.sources, access]);
  const origin = useMemo(() => originOf({ matrix, series, source, access }), [matrix, series, source, access]);
  const saturation = useMemo(() => placed(comparison, series), [comparison, series]);
  const notes = useMemo(() => notesOf(comparison, metric, match), [comparison, metric, match]);
  const onBaseline = useCallback((base: string) => onLook({ base }), [onLook]);
  return (
    <>
      <SeriesChips series={matrix.series} baseline={baseline} onOrder={edit?.onOrder} onBaseline={onBaseline} />
      <Troubles series={series} onPart={edit?.onPart} />
      <FiguresPanel
        {...{ matrix, layout, look, onLook, baseline, notes }}
        controls={
          <Controls
            {...{ look, onLook, workloads }}
            axes={layout.axes}
            axis={layout.axis}
            match={edit && { value: match, onChange: edit.onMatch }}
          />
        }
        differences={<DifferencesPanel {...{ matrix, layout, points, baseline, metric }} bare />}
      />
      <NearThroughput {...{ matrix, layout, metric, scale }} />
      {look.show === "percent" || matrix.series.length < 2 || points.length === 0 ? null : (
        <NearDifferences {...{ matrix, layout, points, baseline, metric }} />
      )}
      {points.length === 0 ? null : <NearResults {...{ matrix, points, metric, table, onLook }} originOf={origin} />}
      <NearEfficiency matrix={matrix} saturation={saturation} />
      <NearPercentiles {...{ matrix, points, at, onLook }} />
      <Suspense fallback={<PanelSkeleton className="h-72" />}>
        {series.map((each) =>
          each.statements === undefined ? null : (
            <StatementsPanel key={each.id} series={each} statements={each.statements} source={source} />
          ),
        )}
      </Suspense>
      <NearEnvironment environments={comparison.environments} differences={comparison.differences} />
    </>
  );
}

/** The server's answer with its series in the order of the address. */
function useMatrix(comparison: Comparison, order: readonly string[]): { series: ComparedSeries[]; matrix: Matrix } {
  return useMemo(() => {
    const series = ordered(comparison.series, order);
    const titled = (each: ComparedSeries) => ({
      ...each,
      sourceTitle: comparison.sources.find(({ id }) => id === each.sourceId)?.title,
    });
    const places = comparison.series.map((each) => series.indexOf(each));
    const cells = comparison.cells.map((cell) => ({ ...cell, series: places[cell.series] ?? cell.series }));
    return { series, matrix: matrixOf({ ...comparison, cells }, seriesLooks(series.map(titled))) };
  }, [comparison, order]);
}

/** Where each sweep saturates, with the series' places as they are ordered. */
function placed({ series: asRead, saturation }: Comparison, series: readonly ComparedSeries[]) {
  return saturation.map((each) => {
    const of = asRead[each.series];
    return of === undefined ? each : { ...each, series: series.indexOf(of) };
  });
}

interface Looked {
  /** Of the workload that is looked at. */
  readonly layout: Layout;
  readonly points: readonly number[];
  readonly workloads: readonly (readonly [key: string, words: string])[];
}

function useLayout(matrix: Matrix, { over, workload }: Look): Looked {
  return useMemo(() => {
    const all = layoutOf(matrix.points, over ?? undefined);
    const keyOf = (point: number) => matrix.points[point]?.key ?? "";
    const workloads = [
      ...all.families.map(({ key, title }) => [key, title] as const),
      ...all.single.map((point) => [keyOf(point), matrix.points[point]?.words ?? ""] as const),
    ];
    if (!workloads.some(([key]) => key === workload)) {
      return { layout: all, points: matrix.points.map((_, point) => point), workloads };
    }
    const families = all.families.filter(({ key }) => key === workload);
    const single = all.single.filter((point) => keyOf(point) === workload);
    const points = [...families.flatMap(({ places }) => places.map(({ point }) => point)), ...single];
    return { layout: { ...all, families, single }, points, workloads };
  }, [matrix, over, workload]);
}

/** What must be known to read the figures: what matching left out, and what sources' figures are not. */
function notesOf(comparison: Comparison, metric: Look["metric"], match: ComparedProps["match"]): string[] {
  const { ignored, series, cells } = comparison;
  const published = cells.flatMap((cell) => {
    if (cell.kind === "missing") return [];
    const notes = [metric === "bytesPerSecond" ? cell.note : undefined, cell.placed];
    return notes.flatMap((note) => (note === undefined ? [] : [`${series[cell.series]?.detail}: ${note}`]));
  });
  return [
    ...(ignored.length === 0 ? [] : [`${ignoredWords[match]}: ${ignored.join(", ")}.`]),
    ...new Set(published),
    ...series.flatMap(({ label, note }) => (note === undefined ? [] : [`${label}: ${note}`])),
  ];
}

const ignoredWords = { load: "Matched by pattern, size and depth alone. Ignored", exact: "Not shown" } as const;

interface TroublesProps {
  readonly series: readonly ComparedSeries[];
  readonly onPart: ((series: ComparedSeries, part: string) => void) | undefined;
}

/** Series that there is nothing of, each with its reason and what can be done. */
function Troubles({ series, onPart }: TroublesProps) {
  return series.flatMap((each) =>
    each.gone === undefined
      ? []
      : [
          <Banner key={each.id} tone="watch" title={each.label}>
            {each.gone}
            {each.parts === undefined || onPart === undefined ? null : (
              <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
                {each.parts.map((part) => (
                  <li key={part.series}>
                    <button type="button" className="text-accent underline" onClick={() => onPart(each, part.series)}>
                      {part.name} ({part.points} points)
                    </button>
                  </li>
                ))}
              </ul>
            )}
          </Banner>,
        ],
  );
}
