import { type ComparisonMatch, parseSeries } from "@crosspoint/domain";
import type { FrozenComparison } from "../../../stored/comparison.ts";
import type { WantedSeries } from "../../rules/resolve-series.ts";

/** "The latest run" is another one tomorrow: a link keeps the runs that it was made of. */
export function frozen(series: readonly WantedSeries[], match: ComparisonMatch): FrozenComparison {
  return {
    match,
    series: series.map(({ id, runIds, note, name, only, rowIds }) => ({
      id,
      runIds: [...runIds],
      ...(note === undefined ? {} : { note }),
      ...(name === undefined ? {} : { name }),
      ...(only && { only: [...only].map(([sequence, own]) => ({ sequence, directions: [...own] })) }),
      ...(rowIds && { rowIds: [...rowIds] }),
    })),
  };
}

export function thawed({ series }: FrozenComparison): WantedSeries[] {
  return series.map(({ id, runIds, note, name, only, rowIds }) => ({
    id,
    choice: parseSeries(id),
    runIds,
    ...(note === undefined ? {} : { note }),
    ...(name === undefined ? {} : { name }),
    ...(only && { only: new Map(only.map(({ sequence, directions }) => [sequence, new Set(directions)])) }),
    ...(rowIds && { rowIds }),
  }));
}
