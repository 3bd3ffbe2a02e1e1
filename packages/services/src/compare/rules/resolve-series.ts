import { publishedComparisonRows, publishedResults } from "@crosspoint/catalog";
import type { Database } from "@crosspoint/db";
import { COMPARED_SERIES_MAX, parseSeries, type SeriesChoice, seriesText } from "@crosspoint/domain";
import { ServiceError } from "../../errors.ts";
import { type ChosenRuns, runsOfDrive, runsOfGroup } from "./chosen-runs.ts";
import {
  type ComparedRunRow,
  headOfRun,
  importedNote,
  modelIdOf,
  readRuns,
  seriesRunOf,
  toolOf,
} from "./compared-runs.ts";
import { parseMeasuredPointId } from "./point-id.ts";
import { hasPublished, publishedSeries } from "./published-series.ts";
import type { ComparisonSelection } from "./selection.ts";
import type { ResolvedSeries, SeriesHead } from "./series.ts";

/** What the sources print of the P4800X, the P3700 and the 9100 MAX: 4 KiB random read at queue depths 1 and 16. */
const referenceIds = publishedComparisonRows
  .filter(({ sourceId }) => sourceId === "anandtech-p4800x-375gb")
  .map(({ id }) => id);

/** A series that is wanted, and the runs that it stands for. */
export interface WantedSeries {
  readonly id: string;
  readonly choice: SeriesChoice | undefined;
  readonly runIds: readonly string[];
  readonly note?: string;
  readonly name?: string;
  readonly only?: ReadonlyMap<number, ReadonlySet<"read" | "write">>;
  /** Ids of published rows; absent: all of its source and drive. */
  readonly rowIds?: readonly string[];
}

export function isEmpty({ series, measured, published, withReference }: ComparisonSelection): boolean {
  return series.length + measured.length + published.length === 0 && !withReference;
}

/** The series of a selection with the runs that they stand for now: "the latest" is another one tomorrow. */
export async function wantedSeries(db: Database, selection: ComparisonSelection): Promise<WantedSeries[]> {
  const reference = selection.withReference || isEmpty(selection) ? referenceIds : [];
  const texts = [...new Set(selection.series)];
  const whole = await Promise.all(texts.map(async (id) => wantedOf(db, id)));
  const parts = [...pointsByRun(selection.measured), ...rowsBySource([...reference, ...selection.published])];
  const wanted = [...whole, ...parts.filter(({ id }) => !texts.includes(id))];
  if (wanted.length <= COMPARED_SERIES_MAX) return wanted;
  throw new ServiceError("tooLarge", `${wanted.length} series are too many to compare.`, {
    remedy: `Choose at most ${COMPARED_SERIES_MAX}.`,
  });
}

async function wantedOf(db: Database, id: string): Promise<WantedSeries> {
  const choice = parseSeries(id);
  return { id, choice, ...(await runsOf(db, choice)) };
}

async function runsOf(db: Database, choice: SeriesChoice | undefined): Promise<ChosenRuns> {
  switch (choice?.kind) {
    case "run":
      return { runIds: [choice.runId] };
    case "drive":
      return runsOfDrive(db, choice);
    case "group":
      return runsOfGroup(db, choice);
    default:
      return { runIds: [] };
  }
}

/** Points that were chosen one by one, as a series of each run. */
function pointsByRun(texts: readonly string[]): WantedSeries[] {
  const points = texts.flatMap((text) => parseMeasuredPointId(text) ?? []);
  return [...Map.groupBy(points, ({ runId }) => runId)].map(([runId, own]) => {
    const choice = { kind: "run", runId } as const;
    const bySequence = Map.groupBy(own, ({ sequence }) => sequence);
    const only = new Map([...bySequence].map(([at, each]) => [at, new Set(each.map(({ direction }) => direction))]));
    return { id: seriesText(choice), choice, runIds: [runId], only };
  });
}

function rowsBySource(rowIds: readonly string[]): WantedSeries[] {
  const rows = [...new Set(rowIds)].flatMap((id) => publishedResults.rows.find((row) => row.id === id) ?? []);
  const bySeries = Map.groupBy(rows, ({ sourceId, drive }) =>
    seriesText({ kind: "published", sourceId, drive: drive.name }),
  );
  return [...bySeries].map(([id, own]) => ({
    id,
    choice: parseSeries(id),
    runIds: [],
    rowIds: own.map((row) => row.id),
  }));
}

/** The series with their names; one that there is nothing of says why. */
export async function resolveSeries(
  db: Database,
  wanted: readonly WantedSeries[],
): Promise<{ readonly series: ResolvedSeries[]; readonly runs: ReadonlyMap<string, ComparedRunRow> }> {
  const runs = await readRuns(
    db,
    wanted.flatMap(({ runIds }) => runIds),
  );
  return { series: wanted.map((each) => resolved(each, runs)), runs };
}

function resolved(wanted: WantedSeries, runs: ReadonlyMap<string, ComparedRunRow>): ResolvedSeries {
  const { id, choice, rowIds, only } = wanted;
  if (choice === undefined) return goneSeries(id, "run", "This is not the name of a series.");
  if (choice.kind === "published") {
    if (!hasPublished(choice))
      return goneSeries(id, "published", "The catalog has no figures of this source and drive.");
    return publishedSeries(id, choice, rowIds);
  }
  const own = wanted.runIds.flatMap((runId) => runs.get(runId) ?? []);
  const [first] = own;
  if (first === undefined) return goneSeries(id, choice.kind, whyGone(choice));
  const { step } = choice;
  return {
    head: { id, kind: choice.kind, ...headOf(choice, wanted, own, first) },
    runIds: own.map((run) => run.id),
    ...(step === undefined ? {} : { step }),
    ...(only === undefined ? {} : { only }),
  };
}

function headOf(
  choice: Exclude<SeriesChoice, { kind: "published" }>,
  { note, name }: WantedSeries,
  own: readonly ComparedRunRow[],
  first: ComparedRunRow,
): Omit<SeriesHead, "id" | "kind"> {
  const notes = [note, importedNote(own)].filter((each) => each !== undefined);
  const tool = toolOf(own);
  const noted = { ...(notes.length === 0 ? {} : { note: notes.join(" ") }), ...(tool === undefined ? {} : { tool }) };
  if (choice.kind !== "group") return { ...headOfRun(first), ...noted };
  const modelId = choice.by === "model" ? modelIdOf(first.model) : undefined;
  const label = name ?? choice.value;
  return {
    label,
    drive: label,
    detail: `${own.length === 1 ? "1 run" : `${own.length} runs`}, ${first.planName}`,
    colorKey: modelId ?? `${choice.by}:${choice.value}`,
    ...(modelId === undefined ? {} : { modelId }),
    runs: own.map(seriesRunOf),
    ...noted,
  };
}

function whyGone(choice: Exclude<SeriesChoice, { kind: "published" }>): string {
  switch (choice.kind) {
    case "run":
      return "There is no such run any more.";
    case "drive":
      return "There is no complete run of this plan on this drive.";
    case "group":
      return `There is no complete run of this plan ${choice.by === "tag" ? "with this tag" : "on a drive of this model"}.`;
  }
}

function goneSeries(id: string, kind: SeriesHead["kind"], gone: string): ResolvedSeries {
  return { head: { id, kind, label: id, drive: id, detail: "", colorKey: id, runs: [], gone }, runIds: [] };
}
