import type { Database } from "@crosspoint/db";
import {
  type ComparedRow,
  comparedRows,
  histogramsOf,
  type MeasuredPlace,
  measuredPlaces,
  type PointPlace,
} from "@crosspoint/db/queries/compared-points";
import {
  COMPARED_POINTS_MAX,
  type ComparedDirection,
  decodeHistogram,
  describeWorkload,
  exactKey,
  type LatencyHistogram,
  mergeHistograms,
  parseSeries,
  type SeriesEntry,
  seriesText,
} from "@crosspoint/domain";
import { ServiceError } from "../../errors.ts";
import { readFound, readPlan } from "../../stored/run.ts";
import { type ChosenPoint, choosePoints, type RunRounds } from "./choose-points.ts";
import type { ComparedRunRow } from "./compared-runs.ts";
import { figuresOf } from "./merge-figures.ts";
import type { ResolvedSeries, SeriesPart } from "./series.ts";

/** Most points whose names are read of all runs of a comparison. */
const placesLimit = 50_000;
/** Most points whose results are read. */
const resultsLimit = 8192;
/** Histograms that are decoded before others may have their turn. */
const decodedAtOnce = 64;

/** What was measured of one load in one direction: the rows of all its runs and rounds. */
export interface MeasuredCell {
  readonly point: ChosenPoint;
  readonly direction: ComparedDirection;
  readonly rows: readonly ComparedRow[];
}

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

/** The measured points of all series: their names, their results, and the histograms of what is merged, each in one query. */
export async function readMeasured(db: Database, all: readonly ResolvedSeries[], runs: Runs): Promise<ReadSeries[]> {
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
  const merged = await mergedOf(db, cells.flat());
  return chosen.map(({ series, points, ...more }, at) => {
    const cellOf = new Map((cells[at] ?? []).map((cell) => [entryOf(cell, merged), cell]));
    return { series, entries: [...cellOf.keys(), ...points.flatMap(missingEntries)], cellOf, ...more };
  });
}

function tooMuch(message: string): ServiceError {
  return new ServiceError("tooLarge", message, { remedy: "Compare fewer series, or single steps of their plans." });
}

export function placeKey({ runId, sequence }: PointPlace): string {
  return `${runId}.${sequence}`;
}

function distinct(places: readonly PointPlace[]): PointPlace[] {
  return [...new Map(places.map((place) => [placeKey(place), place])).values()];
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
function roundsOf({ plan, findings }: ComparedRunRow, places: readonly MeasuredPlace[]): RunRounds {
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

/** The histograms of every cell of more than one row, added up; in turns, so that a large comparison does not stop the server. */
async function mergedOf(db: Database, cells: readonly MeasuredCell[]): Promise<Map<MeasuredCell, LatencyHistogram>> {
  const several = cells.filter(({ rows }) => rows.length > 1);
  const stored = await histogramsOf(db, distinct(several.flatMap(({ rows }) => rows)));
  const bytes = new Map(stored.map((each) => [`${placeKey(each)}.${each.direction}`, each.histogram]));
  const merged = new Map<MeasuredCell, LatencyHistogram>();
  let decoded = 0;
  for (const cell of several) {
    const sum = sumOf(cell.rows.map((row) => bytes.get(`${placeKey(row)}.${row.direction}`) ?? null));
    if (sum !== undefined) merged.set(cell, sum);
    decoded += cell.rows.length;
    if (decoded >= decodedAtOnce) {
      decoded = 0;
      await new Promise(setImmediate);
    }
  }
  return merged;
}

/** Undefined where one of them is missing, or they count unlike ranges: part of the samples would be taken for all. */
function sumOf(stored: readonly (Uint8Array | null)[]): LatencyHistogram | undefined {
  const histograms = stored.flatMap((each) =>
    each === null ? [] : [decodeHistogram(Buffer.from(each).toString("base64"))],
  );
  const [first] = histograms;
  if (first === undefined || histograms.length < stored.length) return undefined;
  const alike = histograms.every(({ layout }) => JSON.stringify(layout) === JSON.stringify(first.layout));
  return alike ? mergeHistograms(histograms) : undefined;
}

function entryOf(cell: MeasuredCell, merged: ReadonlyMap<MeasuredCell, LatencyHistogram>): SeriesEntry {
  const { point, direction, rows } = cell;
  const figures = figuresOf(rows, direction, merged.get(cell));
  const of = point.of === undefined ? {} : { of: point.of };
  return { kind: "measured", direction, load: point.load, content: { figures: { ...figures, ...of } } };
}
