import type { Database } from "@crosspoint/db";
import {
  type ComparedRow,
  comparedRows,
  type MeasuredPlace,
  measuredPlaces,
} from "@crosspoint/db/queries/compared-points";
import {
  COMPARED_POINTS_MAX,
  describeWorkload,
  exactKey,
  type LatencyHistogram,
  parseSeries,
  type SeriesEntry,
  seriesText,
} from "@crosspoint/domain";
import { ServiceError } from "../../errors.ts";
import { readFound, readPlan } from "../../stored/run.ts";
import { cellHistograms } from "./cell-histograms.ts";
import { type ChosenPoint, choosePoints, type RunRounds } from "./choose-points.ts";
import type { ComparedRunRow } from "./compared-runs.ts";
import { distinct, type MeasuredCell, placeKey } from "./measured-cell.ts";
import { figuresOf } from "./merge-figures.ts";
import type { ResolvedSeries, SeriesPart } from "./series.ts";

/** Most points whose names are read of all runs of a comparison. */
const placesLimit = 50_000;
/** Most points whose results are read. */
const resultsLimit = 8192;

/** A series with its points. */
export interface ReadSeries {
  readonly series: ResolvedSeries;
  readonly entries: readonly SeriesEntry[];
  /** What an entry's figures are of. */
  readonly cellOf: ReadonlyMap<SeriesEntry, MeasuredCell>;
  /** More points than a series may have: how many, and the parts that can be compared. */
  readonly tooMany?: { readonly points: number; readonly parts: readonly SeriesPart[] };
}

type Runs = ReadonlyMap<string, ComparedRunRow>;

/**
 * The measured points of all series: their names, their results, and the histograms of what is merged, each in one query. Who only
 * asks what stands where leaves those out: then figures of several points have no percentiles.
 */
export async function readMeasured(
  db: Database,
  all: readonly ResolvedSeries[],
  runs: Runs,
  { withPercentiles = true } = {},
): Promise<ReadSeries[]> {
  const runIds = [...new Set(all.flatMap((series) => series.runIds))];
  const places = await measuredPlaces(db, runIds, placesLimit + 1);
  if (places.length > placesLimit) throw tooMuch(`These runs have more than ${placesLimit} points.`);
  const byRun = Map.groupBy(places, ({ runId }) => runId);
  const chosen = all.map((series) => chosenOf(series, byRun, runs));
  const wanted = chosen.flatMap(({ points }) => points.flatMap((point) => point.places));
  if (wanted.length > resultsLimit) throw tooMuch(`These series are made of ${wanted.length} points.`);
  const rows = Map.groupBy(await comparedRows(db, distinct(wanted)), placeKey);
  const cells = chosen.map(({ series, points }) =>
    joined(
      points.flatMap((point) => cellsOf(point, rows)),
      series.runIds.length,
    ),
  );
  const several = withPercentiles ? cells.flat().filter((cell) => cell.rows.length > 1) : [];
  const merged = await cellHistograms(db, several);
  return chosen.map(({ series, points, ...more }, at) => {
    const cellOf = new Map((cells[at] ?? []).map((cell) => [entryOf(cell, merged), cell]));
    return { series, entries: [...cellOf.keys(), ...points.flatMap(missingEntries)], cellOf, ...more };
  });
}

function tooMuch(message: string): ServiceError {
  return new ServiceError("tooLarge", message, { remedy: "Compare fewer series, or single steps of their plans." });
}

/** The points of all runs of a series; of one with more loads than can be compared, its parts. */
function chosenOf(series: ResolvedSeries, byRun: ReadonlyMap<string, readonly MeasuredPlace[]>, runs: Runs) {
  const points = series.runIds.flatMap((runId) => {
    const [run, own] = [runs.get(runId), byRun.get(runId) ?? []];
    return run === undefined ? [] : choosePoints(own, roundsOf(run, own), series);
  });
  const loads = new Set(points.map(({ load }) => exactKey(load))).size;
  if (loads <= COMPARED_POINTS_MAX) return { series, points };
  return { series, points: [], tooMany: { points: loads, parts: partsOf(series.head.id, points) } };
}

/** What tells rounds of a run apart; a plan is read only where it has some. */
export function roundsOf(
  { plan, findings }: Pick<ComparedRunRow, "plan" | "findings">,
  places: readonly MeasuredPlace[],
): RunRounds {
  if (places.every(({ round }) => round === null)) return { steps: [], steady: [] };
  return {
    steps: readPlan(plan).steps,
    steady: findings.map(({ stepPath, found }) => ({ stepPath, steady: readFound(found).rounds?.steady })),
  };
}

/** The steps of a plan as series of their own: whole ones where they are few enough, else the steps in them. */
function partsOf(id: string, points: readonly ChosenPoint[], depth = 1): SeriesPart[] {
  const choice = parseSeries(id);
  if (choice === undefined || choice.kind === "published") return [];
  const steps = Map.groupBy(points, ({ stepPath }) => stepPath.slice(0, depth).join("."));
  return [...steps].flatMap(([path, own]) => {
    const loads = new Set(own.map(({ load }) => exactKey(load))).size;
    const hasMore = own.some(({ stepPath }) => stepPath.length > depth);
    if (loads > COMPARED_POINTS_MAX && hasMore) return partsOf(id, own, depth + 1);
    const step = path.split(".").map(Number);
    return [{ series: seriesText({ ...choice, step }), name: partName(step, own), points: loads }];
  });
}

function partName(step: readonly number[], points: readonly ChosenPoint[]): string {
  const words = [...new Set(points.map(({ load }) => describeWorkload(load.workload)))];
  const [first = ""] = words;
  const name = words.length === 1 ? first : `${first} … ${words.at(-1)}`;
  return `Step ${step.map((at) => at + 1).join(".")}: ${name}`;
}

/** A cell for each direction of a load; a mix has one for both together as well. */
function cellsOf(point: ChosenPoint, rows: ReadonlyMap<string, ComparedRow[]>): MeasuredCell[] {
  const own = point.places.flatMap((place) => rows.get(placeKey(place)) ?? []);
  const { directions } = point;
  const single = (["read", "write"] as const).flatMap((direction) => {
    const ofDirection = own.filter((row) => row.direction === direction);
    return ofDirection.length === 0 || directions?.has(direction) === false
      ? []
      : [{ point, direction, rows: ofDirection }];
  });
  return single.length < 2 ? single : [...single, { point, direction: "both", rows: own }];
}

/** The cells of several runs become one for each load; of each run the first counts, as it does where a run stands alone. */
function joined(cells: readonly MeasuredCell[], runs: number): MeasuredCell[] {
  if (runs < 2) return [...cells];
  const groups = Map.groupBy(cells, ({ point, direction }) => `${exactKey(point.load)}~${direction}`);
  return [...groups.values()].flatMap((group) => {
    const firsts = new Map(group.toReversed().map((cell) => [cell.rows[0]?.runId, cell]));
    const own = [...firsts.values()].toReversed();
    const [first] = own;
    if (first === undefined) return [];
    // Rounds of one run have other numbers than those of the next.
    const { of, ...point } = first.point;
    const alike = of !== undefined && own.every((cell) => cell.point.of === of);
    return [{ ...first, point: alike ? first.point : point, rows: own.flatMap(({ rows }) => rows) }];
  });
}

function missingEntries({ load, missing, directions }: ChosenPoint): SeriesEntry[] {
  if (missing === undefined) return [];
  const { readPercent } = load.workload;
  const all =
    readPercent === 100
      ? ["read" as const]
      : readPercent === 0
        ? ["write" as const]
        : (["read", "write", "both"] as const);
  return all
    .filter((direction) => directions === undefined || (direction !== "both" && directions.has(direction)))
    .map((direction) => ({ kind: "measured", direction, load, content: { missing } }));
}

function entryOf(cell: MeasuredCell, merged: ReadonlyMap<MeasuredCell, LatencyHistogram>): SeriesEntry {
  const { point, direction, rows } = cell;
  const figures = figuresOf(rows, direction, merged.get(cell));
  const of = point.of === undefined ? {} : { of: point.of };
  return { kind: "measured", direction, load: point.load, content: { figures: { ...figures, ...of } } };
}
