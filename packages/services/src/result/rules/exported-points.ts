import type { Database, IoDirection } from "@crosspoint/db";
import { decodeHistogram, describeWorkload, type Percentile, readPercentiles, workloadOf } from "@crosspoint/domain";
import { type BenchmarkEnvironment, littlesLaw, type PointSpec } from "@crosspoint/protocol";
import { z } from "zod";
import { readPointSpec } from "../../stored/run.ts";
import { readImportedPoint, type StoredImportedPoint } from "./imported-document.ts";
import { cpuTimeOf, directionOf } from "./view.ts";

/** One measured point as every format of an export has it. */
export interface ExportedPoint {
  readonly sequence: number;
  readonly name: string;
  readonly spec: PointSpec | undefined;
  readonly workloadKey: string | undefined;
  /** The parts of a workload that is not known whole. */
  readonly known: StoredImportedPoint["known"] | undefined;
  /** Why its workload is not known whole. */
  readonly gaps: readonly string[];
  readonly latencyFrom: "submission" | "afterSubmission" | undefined;
  /** Of what an agent measured: complete, or how it ended. */
  readonly state: string | undefined;
  readonly errors: number | undefined;
  /** Of both directions together. */
  readonly cpuNsPerOperation: number | undefined;
  readonly elapsedNs: number | undefined;
  readonly startedAtMs: number | undefined;
  readonly environment: BenchmarkEnvironment | undefined;
  readonly littlesLaw: z.infer<typeof littlesLaw> | undefined;
  readonly warnings: readonly string[];
  readonly directions: readonly ExportedDirection[];
}

type Percentiles = Readonly<Partial<Record<Percentile, number>>>;

export interface ExportedDirection {
  readonly direction: IoDirection;
  readonly operations: number | undefined;
  readonly bytes: number | undefined;
  readonly iops: number | undefined;
  readonly bytesPerSecond: number | undefined;
  readonly latencyNs:
    | { readonly min: number; readonly mean: number; readonly stddev: number; readonly max: number }
    | undefined;
  /** All of one source: of the histogram where there is one, else the tool's own. */
  readonly percentiles: Percentiles;
  /** What the tool of a file states beside its histogram, whose percentiles are above; empty where that is nothing. */
  readonly toolPercentiles: Readonly<Record<string, number>> | undefined;
  /** HdrHistogram V2, deflated, base64. */
  readonly histogram: string | undefined;
  readonly histogramError: number | undefined;
}

/** Points that are in memory at once. */
const pagePoints = 32;

/** The measured points of a run in their order, or one of them; a page at a time. */
export async function* exportedPoints(
  db: Database,
  runId: string,
  only: number | undefined,
): AsyncGenerator<ExportedPoint> {
  for (let after = -1; ; ) {
    const range = only === undefined ? { gt: after } : { equals: only };
    const page = await readPage(db, runId, range);
    for (const point of page.points) yield point;
    if (only !== undefined || page.last === undefined) return;
    after = page.last;
  }
}

type Range = { gt: number } | { equals: number };

/** What an agent measured and what a file told share one numbering; a point that is both is taken once. */
async function readPage(db: Database, runId: string, sequence: Range) {
  const order = { orderBy: { sequence: "asc" }, take: pagePoints } as const;
  const where = { runId, sequence };
  const measured = await db.benchmarkPoint.findMany({
    where,
    ...order,
    include: { directions: { orderBy: { direction: "asc" } } },
  });
  const imported = await db.importedPoint.findMany({ where, ...order });
  const sequences = [...new Set([...measured, ...imported].map((row) => row.sequence))]
    .toSorted((a, b) => a - b)
    .slice(0, pagePoints);
  const points = sequences.flatMap((each) => {
    const told = imported.find((row) => row.sequence === each);
    const row = measured.find((one) => one.sequence === each);
    if (row !== undefined) return row.directions.length === 0 ? [] : [measuredPoint(row, told)];
    return told === undefined ? [] : [importedPoint(told)];
  });
  return { points, last: sequences.at(-1) };
}

type MeasuredRow = Awaited<ReturnType<Database["benchmarkPoint"]["findMany"]>>[number] & {
  readonly directions: Awaited<ReturnType<Database["pointDirection"]["findMany"]>>;
};
type ImportedRow = Awaited<ReturnType<Database["importedPoint"]["findMany"]>>[number];

function measuredPoint(row: MeasuredRow, told: ImportedRow | undefined): ExportedPoint {
  const spec = readPointSpec(row.spec);
  const document = told && readImportedPoint(told.document);
  return {
    sequence: row.sequence,
    name: told?.name ?? describeWorkload(workloadOf(spec)),
    spec,
    workloadKey: row.workloadKey,
    known: undefined,
    gaps: [],
    latencyFrom: document === undefined ? "submission" : document.latencyFrom,
    ...workOf(row, told === undefined),
    elapsedNs: row.elapsedNs === null ? undefined : Number(row.elapsedNs),
    startedAtMs: row.startedAt?.getTime(),
    environment: (row.environment as BenchmarkEnvironment | null) ?? undefined,
    littlesLaw: littlesLaw.nullable().parse(row.littlesLaw) ?? undefined,
    warnings: z.array(z.string()).parse(row.warnings),
    directions: row.directions.map((direction) => {
      const stated = document?.directions.find((each) => each.direction === direction.direction);
      return measuredDirection(direction, stated);
    }),
  };
}

/** How a point ended and what it cost; of one from a file nobody knows. */
function workOf(row: MeasuredRow, isOurs: boolean) {
  const { state, errors, directions } = row;
  if (!isOurs) return { state: undefined, errors: undefined, cpuNsPerOperation: undefined };
  const operations = directions.reduce((sum, each) => sum + Number(each.operations), 0);
  const { cpuUserNs, cpuSystemNs } = cpuTimeOf(row);
  const cpuNs = cpuUserNs === undefined || cpuSystemNs === undefined ? undefined : cpuUserNs + cpuSystemNs;
  return {
    state,
    errors: z
      .array(z.object({ count: z.number() }))
      .parse(errors)
      .reduce((sum, { count }) => sum + count, 0),
    cpuNsPerOperation: cpuNs === undefined || operations === 0 ? undefined : cpuNs / operations,
  };
}

function measuredDirection(
  row: MeasuredRow["directions"][number],
  stated: StoredImportedPoint["directions"][number] | undefined,
): ExportedDirection {
  const { direction, operations, bytes, iops, bytesPerSecond, ...figures } = directionOf(row);
  const { latencyNsMin: min, latencyNsMean: mean, latencyNsStddev: stddev, latencyNsMax: max } = figures;
  const isWhole = min !== undefined && mean !== undefined && stddev !== undefined && max !== undefined;
  const exact = Number(bytes);
  return {
    direction,
    operations,
    bytes: Number.isSafeInteger(exact) ? exact : undefined,
    iops,
    bytesPerSecond,
    latencyNs: isWhole ? { min, mean, stddev, max } : undefined,
    percentiles: {
      "50": figures.latencyNsP50,
      "90": figures.latencyNsP90,
      "99": figures.latencyNsP99,
      "99.9": figures.latencyNsP999,
      "99.99": figures.latencyNsP9999,
      "99.999": figures.latencyNsP99999,
      // Where there is no histogram its tool's own are all that is known.
      ...(row.histogram === null ? byName(stated?.percentiles ?? []) : {}),
    },
    toolPercentiles: row.histogram === null || stated === undefined ? undefined : byName(stated.percentiles),
    histogram: base64Of(row.histogram),
    histogramError: stated?.histogramError,
  };
}

function importedPoint({ sequence, name, document, readHistogram, writeHistogram }: ImportedRow): ExportedPoint {
  const told = readImportedPoint(document);
  return {
    sequence,
    name,
    spec: undefined,
    workloadKey: undefined,
    known: told.known,
    gaps: told.gaps.map(({ part, reason }) => `${part}: ${reason}`),
    latencyFrom: told.latencyFrom,
    state: undefined,
    errors: undefined,
    cpuNsPerOperation: undefined,
    elapsedNs: told.elapsedNs,
    startedAtMs: undefined,
    environment: undefined,
    littlesLaw: told.littlesLaw,
    warnings: told.warnings.map(({ message }) => message),
    directions: told.directions.map(({ hasHistogram: _, percentiles, ...direction }) => {
      const histogram = base64Of(direction.direction === "read" ? readHistogram : writeHistogram);
      return {
        ...direction,
        operations: direction.operations,
        bytes: direction.bytes,
        iops: direction.iops,
        bytesPerSecond: direction.bytesPerSecond,
        latencyNs: direction.latencyNs,
        percentiles: histogram === undefined ? byName(percentiles) : percentilesOf(histogram),
        toolPercentiles: histogram === undefined ? undefined : byName(percentiles),
        histogram,
        histogramError: direction.histogramError,
      };
    }),
  };
}

/** As far as its samples carry them; a log of histograms states none of its own. */
function percentilesOf(histogram: string): Percentiles {
  const readings = readPercentiles(decodeHistogram(histogram));
  return byName(readings.flatMap((reading) => (reading.kind === "value" ? [reading] : [])));
}

function byName(percentiles: readonly { readonly percentile: string; readonly ns: number }[]) {
  return Object.fromEntries(percentiles.map(({ percentile, ns }) => [percentile, ns]));
}

function base64Of(bytes: Uint8Array | null): string | undefined {
  return bytes === null ? undefined : Buffer.from(bytes).toString("base64");
}
