import { findSource, type PublishedRow, publishedComparisonRows, publishedResults } from "@crosspoint/catalog";
import { type ComparedFigures, type SeriesChoice, type SeriesEntry, statableKey } from "@crosspoint/domain";
import type { ResolvedSeries } from "./series.ts";

type Published = Pick<Extract<SeriesChoice, { kind: "published" }>, "sourceId" | "drive">;

/** Everything that one source states of one drive, whatever of it can stand beside a measurement. */
export interface Statements {
  readonly rows: readonly PublishedRow[];
  /** Over the number of clients. */
  readonly series: typeof publishedResults.series;
  /** Where the source states only how much faster one drive is than another. */
  readonly ratios: typeof publishedResults.ratios;
}

export function statementsOf({ sourceId, drive }: Published): Statements {
  const own = (each: { sourceId: string; drive: { name: string } }) =>
    each.sourceId === sourceId && each.drive.name === drive;
  return {
    rows: publishedResults.rows.filter(own),
    series: publishedResults.series.filter(own),
    ratios: publishedResults.ratios.filter(
      (ratio) => ratio.sourceId === sourceId && [ratio.faster.name, ratio.slower.name].includes(drive),
    ),
  };
}

export function hasPublished(choice: Published): boolean {
  const { rows, series, ratios } = statementsOf(choice);
  return rows.length + series.length + ratios.length > 0;
}

/** A series of what one source states of one drive; of `rowIds` alone where they are given. */
export function publishedSeries(id: string, choice: Published, rowIds?: readonly string[]): ResolvedSeries {
  const statements = statementsOf(choice);
  const rows = statements.rows.filter((row) => rowIds === undefined || rowIds.includes(row.id));
  const modelId = modelIdOf(choice.drive, statements);
  return {
    head: {
      id,
      kind: "published",
      label: choice.drive,
      drive: choice.drive,
      detail: sourceName(choice.sourceId),
      colorKey: modelId ?? choice.drive,
      ...(modelId === undefined ? {} : { modelId }),
      runs: [],
      sourceId: choice.sourceId,
    },
    runIds: [],
    rows,
  };
}

function modelIdOf(drive: string, { rows, series, ratios }: Statements): string | undefined {
  const drives = [...rows, ...series]
    .map((each) => each.drive)
    .concat(ratios.flatMap((each) => [each.faster, each.slower]));
  return drives.find(({ name }) => name === drive)?.modelId;
}

/** "AnandTech, 2017-11-09". */
export function sourceName(sourceId: string): string {
  const source = findSource(sourceId);
  return source === undefined ? sourceId : [source.publisher, source.published].filter(Boolean).join(", ");
}

/**
 * The rows that can stand beside measured points: those whose load is stated in full and that have a figure of a comparison. What a
 * source states of one load in several rows, as its rate in one chart and its latency in another, is one entry.
 */
export function publishedEntries(rows: readonly PublishedRow[]): SeriesEntry[] {
  const comparable = rows.flatMap((row) => {
    const found = publishedComparisonRows.find(({ id }) => id === row.id);
    return found === undefined ? [] : [{ row, workload: found.workload, comparable: found.metrics }];
  });
  const byLoad = Map.groupBy(
    comparable,
    ({ row, workload }) => `${statableKey(workload)}~${row.workload.condition ?? ""}`,
  );
  return [...byLoad.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const { workload, row } = first;
    const direction = workload.readPercent === 100 ? "read" : workload.readPercent === 0 ? "write" : "both";
    const load = { workload, condition: row.workload.condition };
    return [{ kind: "published" as const, direction, load, content: { figures: figuresOf(own) } }];
  });
}

interface ComparableRow {
  readonly row: PublishedRow;
  readonly comparable: (typeof publishedComparisonRows)[number]["metrics"];
}

/** Of a figure that is stated twice the first counts. */
function figuresOf(rows: readonly ComparableRow[]): ComparedFigures {
  const all = rows.flatMap(({ row, comparable }) => row.metrics.filter(({ metric }) => metric in comparable));
  const own = [...new Map(all.toReversed().map((each) => [each.metric, each])).values()];
  const bounds = own.filter(({ bound }) => bound !== "exact");
  const notes = [...new Set(rows.flatMap(({ row }) => row.context.note ?? []))];
  const placed = [...new Set(rows.flatMap(({ row }) => placedOf(row.workload)))];
  return {
    metrics: Object.fromEntries(own.map(({ metric, value }) => [metric, value])),
    ...(bounds.length === 0 ? {} : { bounds: Object.fromEntries(bounds.map(({ metric, bound }) => [metric, bound])) }),
    printed: Object.fromEntries(own.map(({ metric, printed }) => [metric, printed])),
    ...(notes.length === 0 ? {} : { note: notes.join(" ") }),
    ...(placed.length === 0 ? {} : { placed: placed.join(" ") }),
  };
}

/** What the source leaves open of a load, and what plans here have in its place. */
function placedOf({ queueDepth: stated, measuredAs }: PublishedRow["workload"]): string[] {
  if (measuredAs === undefined) return [];
  const { pattern, blockMix, queueDepth, threads } = measuredAs;
  const open = [
    ...(pattern === undefined ? [] : [`pattern (${pattern})`]),
    ...(blockMix === undefined ? [] : [`sizes (${blockMix})`]),
    ...(queueDepth === undefined ? [] : [`queue depth (${queueDepth})`]),
    ...(threads === undefined ? [] : [`threads (${threads})`]),
  ];
  const source =
    stated === undefined
      ? "The source does not state the whole load"
      : `The source states QD${stated}, not the whole load`;
  return [`${source}; it stands where plans here measure it, by ${open.join(", ")}.`];
}
