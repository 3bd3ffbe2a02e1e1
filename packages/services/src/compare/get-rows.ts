import { findDriveModel, findSource, publishedComparisonRows, publishedResults } from "@crosspoint/catalog";
import type { BenchmarkRun } from "@crosspoint/db";
import {
  type ComparisonMetric,
  type ComparisonRow,
  keptPercentile,
  type Percentile,
  workloadOf,
} from "@crosspoint/domain";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { type DirectionResult, directionColumns, type PointResult, resultOf } from "../result/rules/view.ts";
import { requireRight } from "../rights.ts";
import { storedSettingWords } from "../run/rules/settings.ts";
import { targetName } from "../run/rules/target-name.ts";
import { type PointProgress, progressOf } from "../run/rules/view.ts";
import {
  type ComparedEnvironment,
  type EnvironmentDifference,
  environmentDifferences,
  factsOfPoint,
  factsOfSource,
} from "./rules/environment.ts";
import { type MeasuredPointId, measuredPointId, parseMeasuredPointId } from "./rules/point-id.ts";

/** Rows side by side; more cannot be told apart by eye. */
export const comparisonRowsLimit = 24;

const ids = z.array(z.string().max(200)).max(comparisonRowsLimit);
export const comparisonRowsInput = z.object({
  /** `<runId>.<sequence>.<read|write>`; an id that is gone is named in the answer, not an error. */
  measured: ids,
  /** Ids of published rows of the catalog. */
  published: ids,
  /** Adds the reference rows: what a measured drive is first held against. */
  withReference: z.boolean().default(false),
});

/** What the sources print of the P4800X, the P3700 and the 9100 MAX: 4 KiB random read at queue depths 1 and 16. */
export const referenceIds = publishedComparisonRows
  .filter(({ sourceId }) => sourceId === "anandtech-p4800x-375gb")
  .map(({ id }) => id);

export interface PrintedFigure {
  readonly text: string;
  readonly unit: string;
}

interface EntryBase {
  readonly row: ComparisonRow;
  /** Model in the catalog, where it has one: drives of one model share a colour. */
  readonly modelId: string | undefined;
}

export interface MeasuredEntry extends EntryBase {
  readonly kind: "measured";
  readonly runId: string;
  /** Its place among the points of its run; its histogram is asked for by it. */
  readonly sequence: number;
  readonly direction: "read" | "write";
  readonly requestedAt: Date;
  readonly driveId: string | undefined;
  readonly hostname: string;
  readonly finishedAt: Date | undefined;
  readonly operations: number;
  readonly warnings: readonly string[];
}

export interface PublishedEntry extends EntryBase {
  readonly kind: "published";
  readonly sourceId: string;
  readonly publisher: string;
  readonly sourceTitle: string;
  readonly publishedDate: string | undefined;
  /** Each figure exactly as its source prints it. */
  readonly printed: Readonly<Partial<Record<ComparisonMetric, PrintedFigure>>>;
}

export type ComparisonEntry = MeasuredEntry | PublishedEntry;

export interface ComparisonRows {
  readonly entries: readonly ComparisonEntry[];
  /** Chosen ids that there is nothing of (any more). */
  readonly missing: readonly string[];
  readonly environments: readonly ComparedEnvironment[];
  readonly differences: readonly EnvironmentDifference[];
  /** Nothing was chosen: these are the rows that stand for the product. */
  readonly isDefault: boolean;
}

/** Measured points beside published results, and what differed between the environments that they come from. */
export async function getComparisonRows(
  context: ServiceContext,
  input: z.infer<typeof comparisonRowsInput>,
): Promise<ComparisonRows> {
  requireRight(context, "benchmark.view");
  requireRight(context, "catalog.view");
  const isDefault = input.measured.length === 0 && input.published.length === 0 && !input.withReference;
  const reference = isDefault || input.withReference ? referenceIds : [];
  const publishedIds = [...new Set([...reference, ...input.published])];
  const measured = await readMeasured(context, input.measured);
  const published = publishedIds.flatMap((id) => publishedEntry(id) ?? []);
  const entries = [...measured.map(({ entry }) => entry), ...published];
  const found = new Set(entries.map(({ row }) => row.id));
  const environments = distinctEnvironments([
    ...measured.map(({ environment }) => environment),
    ...published.map(({ sourceId }) => environmentOfSource(sourceId)),
  ]);
  return {
    entries,
    missing: [...input.measured, ...publishedIds].filter((id) => !found.has(id)),
    environments,
    differences: environmentDifferences(environments),
    isDefault,
  };
}

interface MeasuredWithEnvironment {
  readonly entry: MeasuredEntry;
  readonly environment: ComparedEnvironment;
}

async function readMeasured({ db }: ServiceContext, texts: readonly string[]): Promise<MeasuredWithEnvironment[]> {
  const wanted = texts.flatMap((text) => parseMeasuredPointId(text) ?? []);
  if (wanted.length === 0) return [];
  const rows = await db.benchmarkPoint.findMany({
    where: { OR: wanted.map(({ runId, sequence }) => ({ runId, sequence })) },
    include: {
      directions: { select: directionColumns },
      run: {
        include: {
          drive: { select: { controller: true, details: true } },
          host: { select: { hostname: true } },
        },
      },
    },
  });
  return wanted.flatMap((id) => {
    const row = rows.find(({ runId, sequence }) => runId === id.runId && sequence === id.sequence);
    const point = row && { ...progressOf(row), ...resultOf(row) };
    const result = point?.directions.find(({ direction }) => direction === id.direction);
    return row && point && result ? [measuredEntry(id, point, result, row.run)] : [];
  });
}

type RunOfPoint = BenchmarkRun & {
  readonly drive: { readonly controller: unknown; readonly details: unknown } | null;
  readonly host: { readonly hostname: string } | null;
};

function measuredEntry(
  id: MeasuredPointId,
  point: PointProgress & PointResult,
  result: DirectionResult,
  run: RunOfPoint,
): MeasuredWithEnvironment {
  const drive = targetName(run);
  const label = point.directions.length > 1 ? `${drive}, ${id.direction}s` : drive;
  const environment: ComparedEnvironment = {
    id: `${id.runId}.${id.sequence}`,
    label: drive,
    kind: "measured",
    requestedAt: run.requestedAt,
    facts: factsOfPoint(point.environment, storedSettingWords([point.spec.settings ?? {}], run.drive)),
  };
  const entry: MeasuredEntry = {
    kind: "measured",
    row: {
      id: measuredPointId(id),
      label,
      kind: "measured",
      drive,
      workload: workloadOf(point.spec),
      metrics: measuredMetrics(result),
    },
    modelId: run.model === null ? undefined : findDriveModel(run.model)?.model.id,
    ...id,
    requestedAt: run.requestedAt,
    driveId: run.driveId ?? undefined,
    hostname: run.host?.hostname ?? run.hostname,
    finishedAt: point.finishedAt,
    operations: result.operations,
    warnings: point.warnings,
  };
  return { entry, environment };
}

/** A percentile that its samples do not carry is absent. */
function measuredMetrics(result: DirectionResult): ComparisonRow["metrics"] {
  const percentile = (name: Percentile, ns: number | undefined) => {
    const reading = keptPercentile(name, ns, result.operations);
    if (reading.kind === "tooFewSamples") return undefined;
    return { value: reading.ns, bound: "exact" as const, samplesAbove: reading.samplesAbove };
  };
  const exact = (value: number | undefined) => (value === undefined ? undefined : { value, bound: "exact" as const });
  const metrics = {
    iops: exact(result.iops),
    bytesPerSecond: exact(result.bytesPerSecond),
    latencyNsMean: exact(result.latencyNsMean),
    latencyNsP50: percentile("50", result.latencyNsP50),
    latencyNsP99: percentile("99", result.latencyNsP99),
    latencyNsP99999: percentile("99.999", result.latencyNsP99999),
  };
  return Object.fromEntries(Object.entries(metrics).filter(([, figure]) => figure !== undefined));
}

function publishedEntry(id: string): PublishedEntry | undefined {
  const row = publishedComparisonRows.find((each) => each.id === id);
  const published = publishedResults.rows.find((each) => each.id === id);
  const source = published && findSource(published.sourceId);
  if (row === undefined || published === undefined || source === undefined) return undefined;
  return {
    kind: "published",
    row,
    modelId: published.drive.modelId,
    sourceId: source.id,
    publisher: source.publisher,
    sourceTitle: source.title,
    publishedDate: source.published,
    printed: Object.fromEntries(published.metrics.map(({ metric, printed }) => [metric, printed])),
  };
}

function environmentOfSource(sourceId: string): ComparedEnvironment {
  const source = findSource(sourceId);
  const label =
    source === undefined ? sourceId : `${source.publisher}${source.published ? `, ${source.published}` : ""}`;
  return { id: sourceId, label, kind: "published", facts: source === undefined ? {} : factsOfSource(source) };
}

/** The points of one run share an environment unless something changed between them. */
function distinctEnvironments(environments: readonly ComparedEnvironment[]): ComparedEnvironment[] {
  const key = ({ label, requestedAt, facts }: ComparedEnvironment) => JSON.stringify([label, requestedAt, facts]);
  return [...new Map(environments.map((environment) => [key(environment), environment])).values()];
}
