import type { Bound, StatedWorkload } from "@crosspoint/domain";
import { z } from "zod";
import { CatalogError, parseEntries, requireKnown, requireUnique } from "./catalog-error.ts";
import { type PublishedMetric, publishedMetric } from "./published-metrics.ts";
import {
  type PublishedDriveEntry,
  type PublishedSourceEntry,
  type PublishedWorkloadEntry,
  publishedDriveEntry,
  publishedSourceEntry,
  publishedWorkloadEntry,
  type ResultEntry,
  type TableEntry,
} from "./schema/published-results.ts";

/** A drive as a source names it, and the model that it is. */
export interface PublishedDrive {
  readonly name: string;
  readonly modelId: string;
  readonly capacityGb: number | undefined;
}

/** A workload as its source names it, with as much of it as the source states. */
export interface PublishedWorkload extends Partial<StatedWorkload> {
  readonly id: string;
  readonly name: string;
  /** What sets it apart from the same pattern, size and load on its own ("steady state"). */
  readonly condition?: string | undefined;
  /** What plans measure it as, where the source leaves a part open or means it otherwise. */
  readonly measuredAs?: Partial<StatedWorkload> | undefined;
  /** Depth as printed, where it is not one number ("1-2"). */
  readonly queueDepthRange?: string | undefined;
}

/** What a source adds to a figure in words. */
export interface PublishedContext {
  readonly rangeBytesPerSecond?: readonly [number, number] | undefined;
  readonly saturatesAtQueueDepth?: string | undefined;
  readonly startsAtBytesPerSecond?: number | undefined;
  readonly settlesAfterMinutes?: number | undefined;
  readonly meanIops?: number | undefined;
  readonly durationSeconds?: number | undefined;
  readonly baseline?: string | undefined;
  /** Our remark on the figures, for whoever reads them. */
  readonly note?: string | undefined;
}

/** What one source says of one drive under one workload at one load. */
export interface PublishedRow {
  /** Stable and readable: "anandtech-p4800x-375gb/random-read-4k/qd1/intel-optane-ssd-dc-p4800x-375gb". */
  readonly id: string;
  readonly sourceId: string;
  readonly drive: PublishedDrive;
  readonly workload: PublishedWorkload;
  readonly metrics: readonly PublishedMetric[];
  readonly context: PublishedContext;
}

/** A line over concurrency, for a test whose load is not a queue depth. */
export interface PublishedSeries {
  readonly id: string;
  readonly sourceId: string;
  readonly drive: PublishedDrive;
  readonly workload: PublishedWorkload;
  readonly metric: "iops";
  readonly bound: Bound;
  readonly points: readonly { readonly concurrency: number; readonly value: number }[];
}

/** Two drives of which the source states only the ratio of their throughput. */
export interface PublishedRatio {
  readonly id: string;
  readonly sourceId: string;
  readonly workload: PublishedWorkload;
  readonly faster: PublishedDrive;
  readonly slower: PublishedDrive;
  readonly metric: "throughput";
  readonly ratio: number;
}

export interface PublishedResults {
  readonly rows: readonly PublishedRow[];
  readonly series: readonly PublishedSeries[];
  readonly ratios: readonly PublishedRatio[];
}

const FILE = "published-results.yaml";

const fileShape = z.strictObject({ drives: z.unknown(), workloads: z.unknown(), published: z.unknown() });

/** Validates data/published-results.yaml and flattens it to uniform rows. */
export function parsePublishedResults(
  raw: unknown,
  sourceIds: ReadonlySet<string>,
  modelIds: ReadonlySet<string>,
): PublishedResults {
  const file = fileShape.parse(raw);
  const names = namesOf(file, modelIds);
  const entries = parseEntries(FILE, publishedSourceEntry, file.published, (entry) => entry.source);
  for (const { source } of entries) requireKnown(FILE, source, "source", source, sourceIds);
  const results = {
    rows: entries.flatMap((entry) => [...resultRows(entry, names), ...tableRows(entry, names)]),
    series: entries.flatMap((entry) => seriesOf(entry, names)),
    ratios: entries.flatMap((entry) => ratiosOf(entry, names)),
  };
  requireUnique(
    FILE,
    [...results.rows, ...results.series, ...results.ratios].map(({ id }) => id),
  );
  return results;
}

/** Looks up what the results call drives and workloads; each throws a message that names the result. */
interface Names {
  readonly drive: (entry: string, name: string) => PublishedDrive;
  readonly workload: (entry: string, name: string, depth?: number | string) => PublishedWorkload;
}

function namesOf(file: z.infer<typeof fileShape>, modelIds: ReadonlySet<string>): Names {
  const byName = (entry: Record<string, unknown>) => entry.name;
  const drives = parseEntries(`${FILE}, drives`, publishedDriveEntry, file.drives, byName);
  const workloads = parseEntries(`${FILE}, workloads`, publishedWorkloadEntry, file.workloads, byName);
  for (const list of [
    drives.map(({ name }) => name),
    workloads.map(({ name }) => name),
    workloads.map(({ id }) => id),
  ]) {
    requireUnique(FILE, list);
  }
  for (const drive of drives) requireKnown(FILE, drive.name, "model", drive.model, modelIds);
  return {
    drive: (entry, name) => driveOf(found(entry, "drive", name, drives)),
    workload: (entry, name, depth) => workloadOf(entry, found(entry, "workload", name, workloads), depth),
  };
}

function found<Entry extends { name: string }>(
  entry: string,
  kind: string,
  name: string,
  all: readonly Entry[],
): Entry {
  const match = all.find((candidate) => candidate.name === name);
  if (match === undefined) throw new CatalogError(`${FILE}, ${entry}: there is no ${kind} "${name}".`);
  return match;
}

function driveOf(entry: PublishedDriveEntry): PublishedDrive {
  return { name: entry.name, modelId: entry.model, capacityGb: entry.capacity_gb };
}

function workloadOf(entry: string, known: PublishedWorkloadEntry, depth?: number | string): PublishedWorkload {
  if (depth !== undefined && known.queue_depth !== undefined && depth !== known.queue_depth) {
    throw new CatalogError(
      `${FILE}, ${entry}: queue_depth ${depth} contradicts ${known.queue_depth} of ${known.name}.`,
    );
  }
  return {
    id: known.id,
    name: known.name,
    condition: known.condition,
    pattern: known.pattern,
    readPercent: known.read_percent,
    blockBytes: known.block_bytes,
    queueDepth: typeof depth === "number" ? depth : known.queue_depth,
    queueDepthRange: typeof depth === "string" ? depth : undefined,
    threads: known.threads,
    ...(known.measured_as && { measuredAs: measuredAs(known.measured_as) }),
  };
}

function measuredAs({
  pattern,
  block_mix: blockMix,
  queue_depth: queueDepth,
  threads,
}: NonNullable<PublishedWorkloadEntry["measured_as"]>): Partial<StatedWorkload> {
  return { pattern, ...(blockMix && { blockMix }), ...(queueDepth && { queueDepth }), ...(threads && { threads }) };
}

/** Results of one source about one drive, workload and depth become one row with several metrics. */
function resultRows({ source, results = [] }: PublishedSourceEntry, names: Names): PublishedRow[] {
  const single = results.map((result) => resultRow(source, result, names));
  const byId = Map.groupBy(single, (row) => row.id);
  return [...byId].map(([id, parts]) => {
    const [first] = parts;
    if (first === undefined) throw new CatalogError(`${FILE}, ${id}: a row needs a result.`);
    const metrics = parts.flatMap((part) => part.metrics);
    requireUnique(
      `${FILE}, ${id}`,
      metrics.map(({ metric }) => metric),
    );
    return { ...first, metrics, context: Object.assign({}, ...parts.map((part) => part.context)) };
  });
}

function resultRow(sourceId: string, result: ResultEntry, names: Names): PublishedRow {
  const entry = `${sourceId}, ${result.drive}, ${result.workload}`;
  const drive = names.drive(entry, result.drive);
  const workload = names.workload(entry, result.workload, result.queue_depth);
  const metric = publishedMetric(`${FILE}, ${entry}`, result.metric, String(result.value), result.bound);
  const id = rowId(sourceId, workload, drive);
  return { id, sourceId, drive, workload, metrics: [metric], context: contextOf(result) };
}

function contextOf(result: ResultEntry): PublishedContext {
  const context: PublishedContext = {
    rangeBytesPerSecond: result.range,
    saturatesAtQueueDepth: result.saturates_at_qd === undefined ? undefined : String(result.saturates_at_qd),
    startsAtBytesPerSecond: result.starts_at_bytes_s,
    settlesAfterMinutes: result.settles_after_min,
    meanIops: result.mean_iops,
    durationSeconds: result.duration_s,
    baseline: result.baseline,
  };
  return Object.fromEntries(Object.entries(context).filter(([, value]) => value !== undefined));
}

/** A table's figures are exact: the source prints them as its measurements. */
function tableRows({ source, tables = [] }: PublishedSourceEntry, names: Names): PublishedRow[] {
  return tables.flatMap((table) => table.rows.map((cells) => tableRow(source, table, cells, names)));
}

function tableRow(sourceId: string, table: TableEntry, cells: TableEntry["rows"][number], names: Names): PublishedRow {
  const [name, ...figures] = cells;
  const [, ...columns] = table.columns;
  const entry = `${sourceId}, ${name}, ${table.workload}`;
  if (figures.length !== columns.length) {
    throw new CatalogError(`${FILE}, ${entry}: ${figures.length} figures stand under ${columns.length} columns.`);
  }
  const drive = names.drive(entry, name);
  const workload = names.workload(entry, table.workload, table.queue_depth);
  const metrics = columns.map((column, index) =>
    publishedMetric(`${FILE}, ${entry}`, column, figures[index] ?? "", "exact"),
  );
  return {
    id: rowId(sourceId, workload, drive),
    sourceId,
    drive,
    workload,
    metrics,
    context: table.note === undefined ? {} : { note: table.note },
  };
}

function seriesOf({ source, series = [] }: PublishedSourceEntry, names: Names): PublishedSeries[] {
  return series.flatMap(({ workload: workloadName, metric, bound, concurrency, values }) =>
    Object.entries(values).map(([name, line]) => {
      const entry = `${source}, ${name}, ${workloadName}`;
      if (line.length !== concurrency.length) {
        throw new CatalogError(`${FILE}, ${entry}: ${line.length} figures stand under ${concurrency.length} loads.`);
      }
      const drive = names.drive(entry, name);
      const workload = names.workload(entry, workloadName);
      const points = line.map((value, index) => ({ concurrency: concurrency[index] ?? 0, value }));
      return { id: rowId(source, workload, drive), sourceId: source, drive, workload, metric, bound, points };
    }),
  );
}

function ratiosOf({ source, comparisons = [] }: PublishedSourceEntry, names: Names): PublishedRatio[] {
  return comparisons.map((comparison) => {
    const entry = `${source}, ${comparison.faster} against ${comparison.slower}, ${comparison.workload}`;
    const faster = names.drive(entry, comparison.faster);
    const slower = names.drive(entry, comparison.slower);
    const workload = names.workload(entry, comparison.workload, comparison.queue_depth);
    const id = `${rowId(source, workload, faster)}/against/${slug(slower.name)}`;
    return { id, sourceId: source, workload, faster, slower, metric: comparison.metric, ratio: comparison.ratio };
  });
}

function rowId(sourceId: string, workload: PublishedWorkload, drive: PublishedDrive): string {
  const depth = workload.queueDepth ?? workload.queueDepthRange;
  return [sourceId, workload.id, ...(depth === undefined ? [] : [`qd${depth}`]), slug(drive.name)].join("/");
}

function slug(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}
