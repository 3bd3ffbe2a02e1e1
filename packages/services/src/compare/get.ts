import { findSource } from "@crosspoint/catalog";
import { type ComparedGrid, gridOf } from "@crosspoint/domain";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { type ComparedEnvironment, type EnvironmentDifference, environmentDifferences } from "./rules/environment.ts";
import { entriesOf } from "./rules/place-cells.ts";
import { type Statements, statementsOf } from "./rules/published-series.ts";
import { type ReadSeries, readMeasured } from "./rules/read-entries.ts";
import { redactEntries, redactFacts, redactSeries } from "./rules/redact.ts";
import { isEmpty, resolveSeries, type WantedSeries, wantedSeries } from "./rules/resolve-series.ts";
import { type SeriesSaturation, saturationsOf } from "./rules/saturations.ts";
import type { ComparisonSelection } from "./rules/selection.ts";
import type { SeriesHead } from "./rules/series.ts";
import { environmentOf } from "./rules/series-environment.ts";

export interface ComparedSeries extends SeriesHead {
  /** Of a published one: all that its source states of its drive. */
  readonly statements?: Statements;
}

export interface ComparedSource {
  readonly id: string;
  readonly publisher: string;
  readonly title: string;
  readonly published?: string;
  readonly url?: string;
}

export interface Comparison extends ComparedGrid {
  readonly series: readonly ComparedSeries[];
  /** Of every published series. */
  readonly sources: readonly ComparedSource[];
  /** One of each series that is there, by its id. */
  readonly environments: readonly ComparedEnvironment[];
  readonly differences: readonly EnvironmentDifference[];
  readonly saturation: readonly SeriesSaturation[];
  /** Nothing was chosen: these are the rows that stand for the product. */
  readonly isDefault: boolean;
}

/** Runs, drives, groups and published results side by side, point by point, and what differed between their environments. */
export async function getComparison(context: ServiceContext, selection: ComparisonSelection): Promise<Comparison> {
  requireRight(context, "benchmark.view");
  requireRight(context, "catalog.view");
  const wanted = await wantedSeries(context.db, selection);
  return { ...(await compare(context, wanted, selection)), isDefault: isEmpty(selection) };
}

type Compared = Omit<Comparison, "isDefault">;

/** The comparison of series whose runs are known; `isShared`: as people without an account may see it. */
export async function compare(
  { db }: Pick<ServiceContext, "db">,
  wanted: readonly WantedSeries[],
  { match, isShared = false }: Pick<ComparisonSelection, "match"> & { readonly isShared?: boolean },
): Promise<Compared> {
  const { series: resolved, runs } = await resolveSeries(db, wanted);
  const series = isShared ? redactSeries(resolved, runs) : resolved;
  const measured = await readMeasured(db, series, runs);
  const read = isShared ? measured.map(redactEntries) : measured;
  const grid = gridOf(read.map(entriesOf), match);
  const environments = read
    .filter(({ series: { head }, tooMany }) => head.gone === undefined && tooMany === undefined)
    .map((each) => environmentOf(each, runs))
    .map((each) => (isShared ? { ...each, facts: redactFacts(each.facts) } : each));
  return {
    series: read.map(comparedSeries),
    sources: sourcesOf(series.flatMap(({ head }) => head.sourceId ?? [])),
    ...grid,
    environments,
    differences: environmentDifferences(environments),
    saturation: saturationsOf(grid),
  };
}

function comparedSeries({ series: { head }, tooMany }: ReadSeries): ComparedSeries {
  const { sourceId, drive } = head;
  const stated = sourceId === undefined ? {} : { statements: statementsOf({ sourceId, drive }) };
  if (tooMany === undefined) return { ...head, ...stated };
  const gone = `It has ${tooMany.points} points, and at most 64 can be compared: choose one of its steps.`;
  return { ...head, ...stated, gone, parts: tooMany.parts };
}

function sourcesOf(ids: readonly string[]): ComparedSource[] {
  return [...new Set(ids)].flatMap((id) => {
    const source = findSource(id);
    if (source === undefined) return [];
    const { publisher, title, published, url } = source;
    return [{ id, publisher, title, ...(published && { published }), ...(url && { url }) }];
  });
}
