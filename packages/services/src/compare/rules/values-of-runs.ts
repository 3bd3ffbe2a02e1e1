import type { Database } from "@crosspoint/db";
import { comparedRows, type MeasuredPlace, measuredPlaces } from "@crosspoint/db/queries/compared-points";
import {
  type ComparedDirection,
  type ComparedMetric,
  exactKey,
  type MeasuredLoad,
  percentileOf,
  workloadKey,
} from "@crosspoint/domain";
import { ServiceError } from "../../errors.ts";
import { cellHistograms } from "./cell-histograms.ts";
import { type ChosenPoint, choosePoints } from "./choose-points.ts";
import { type ComparedRunRow, readRuns } from "./compared-runs.ts";
import { type MeasuredCell, placeKey } from "./measured-cell.ts";
import { figuresOf } from "./merge-figures.ts";
import { roundsOf } from "./read-entries.ts";

/** One figure: of a load, in one direction. */
export interface WantedFigure {
  readonly load: MeasuredLoad;
  readonly direction: ComparedDirection;
  readonly metric: ComparedMetric;
}

/** Most points of one load whose names are read of all runs, and of those that count most results. */
const limits = { places: 50_000, results: 10_000 };

/**
 * The figure of each run that has it, as Compare shows it: of rounds those that count.
 *
 * @throws ServiceError where they are too many: of a part of them, other rounds would seem to be the last.
 */
export async function valuesOfRuns(
  db: Database,
  runIds: readonly string[],
  { load, direction, metric }: WantedFigure,
): Promise<Map<string, number>> {
  const places = await measuredPlaces(db, runIds, limits.places + 1, workloadKey(load.workload));
  if (places.length > limits.places) throw tooMuch(limits.places);
  const byRun = Map.groupBy(places, ({ runId }) => runId);
  const hasRounds = places.some(({ round }) => round !== null);
  const runs = hasRounds ? await readRuns(db, [...byRun.keys()]) : undefined;
  const chosen = [...byRun].flatMap(([runId, own]) => firstOf(own, load, runs?.get(runId)) ?? []);
  const counted = chosen.flatMap((point) => point.places);
  if (counted.length > limits.results) throw tooMuch(limits.results);
  const rows = Map.groupBy(await comparedRows(db, counted), placeKey);
  const cells = chosen.map(
    (point): MeasuredCell => ({
      point,
      direction,
      rows: point.places
        .flatMap((place) => rows.get(placeKey(place)) ?? [])
        .filter((row) => direction === "both" || row.direction === direction),
    }),
  );
  const several = percentileOf(metric) === undefined ? [] : cells.filter((cell) => cell.rows.length > 1);
  const merged = await cellHistograms(db, several);
  return new Map(
    cells.flatMap((cell): [string, number][] => {
      const [first] = cell.rows;
      const value = first && figuresOf(cell.rows, direction, merged.get(cell)).metrics[metric];
      return first === undefined || value === undefined ? [] : [[first.runId, value]];
    }),
  );
}

function tooMuch(limit: number): ServiceError {
  return new ServiceError("tooLarge", `The runs of this plan have more than ${limit} points of this workload.`, {
    remedy: "Compare some of the runs instead.",
  });
}

/** Of several steps with the load the first counts, as it does where runs are compared. */
function firstOf(
  places: readonly MeasuredPlace[],
  load: MeasuredLoad,
  run: ComparedRunRow | undefined,
): ChosenPoint | undefined {
  const rounds = run === undefined ? { steps: [], steady: [] } : roundsOf(run, places);
  const wanted = exactKey(load);
  return choosePoints(places, rounds, {}).find((point) => exactKey(point.load) === wanted && point.places.length > 0);
}
