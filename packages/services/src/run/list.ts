import type { Prisma } from "@crosspoint/db";
import { type TellingPoint, tellingPoints } from "@crosspoint/db/queries/telling-points";
import { keptPercentile, type PercentileReading, type PointSpec, workloadKey, workloadOf } from "@crosspoint/domain";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { cursorOf, timeInKey } from "../cursor.ts";
import { hearableUntil } from "../health/gateway-pulse.ts";
import { placeKey, streamedRates } from "../result/rules/streamed.ts";
import { type DirectionResult, directionColumns, directionOf } from "../result/rules/view.ts";
import { requireRight } from "../rights.ts";
import { readPointSpec } from "../stored/run.ts";
import { tagText } from "../tag.ts";
import { runsMatching } from "./rules/search.ts";
import { headOf, type RunHead, runHeadInclude } from "./rules/view.ts";

export const runStates = [
  "queued",
  "requested",
  "running",
  "complete",
  "cancelled",
  "failed",
  "interrupted",
  "declined",
] as const;

/** By the time that they were asked for, the newest first. */
const cursor = cursorOf(z.tuple([timeInKey, z.uuid()]));

export const listRunsInput = z.object({
  states: z.array(z.enum(runStates)).max(runStates.length).optional(),
  hostId: z.uuid().optional(),
  driveId: z.uuid().optional(),
  planId: z.string().max(100).optional(),
  batchId: z.uuid().optional(),
  tag: tagText.optional(),
  /** Parts of a target's name, its product's or a host's; or of a note; or a tag. */
  search: z.string().max(100).optional(),
  limit: z.int().min(1).max(100).default(50),
  cursor: cursor.text.optional(),
});

export interface Rates {
  readonly iops: number;
  readonly bytesPerSecond: number;
}

/**
 * What a list can say of a run in one line: the figures of its first complete point, or of a run that is over without
 * one, of what was measured of the first that was cut short.
 */
export interface Headline extends Rates {
  readonly spec: PointSpec;
  readonly workloadKey: string;
  /** The point was cut short: these are figures of a part of it. */
  readonly partial: boolean;
  /** What each direction gave of the rates, which are those of all directions together. */
  readonly read: Rates | undefined;
  readonly write: Rates | undefined;
  /**
   * Of the direction with more operations: no percentile is one of both. Absent where only seconds arrived, whose
   * histograms the run's own page merges.
   */
  readonly median: (PercentileReading & { readonly direction: "read" | "write" }) | undefined;
}

export interface RunSummary extends RunHead {
  readonly headline: Headline | undefined;
}

export interface RunList {
  readonly runs: readonly RunSummary[];
  /** Absent on the last page. */
  readonly nextCursor: string | undefined;
}

/** Runs, the newest first. */
export async function listBenchmarks(context: ServiceContext, input: z.infer<typeof listRunsInput>): Promise<RunList> {
  requireRight(context, "benchmark.view");
  const rows = await context.db.benchmarkRun.findMany({
    where: { AND: [whereOf(input), whereAfter(input.cursor)] },
    include: runHeadInclude,
    orderBy: [{ requestedAt: "desc" }, { id: "desc" }],
    take: input.limit + 1,
  });
  const page = rows.slice(0, input.limit);
  const last = rows.length > input.limit ? page.at(-1) : undefined;
  const hearable = await hearableUntil(context.db, context.now);
  const headlines = await readHeadlines(
    context,
    page.map(({ id }) => id),
  );
  return {
    runs: page.map((run) => ({ ...headOf(run, hearable), headline: headlines.get(run.id) })),
    nextCursor: last && cursor.write([last.requestedAt, last.id]),
  };
}

/** What comes after a place, in the order of the list. */
function whereAfter(text: string | undefined): Prisma.BenchmarkRunWhereInput {
  const place = cursor.read(text);
  if (place === undefined) return {};
  const [requestedAt, id] = place;
  return { OR: [{ requestedAt: { lt: requestedAt } }, { requestedAt, id: { lt: id } }] };
}

function whereOf({
  states,
  hostId,
  driveId,
  planId,
  batchId,
  tag,
  search,
}: z.infer<typeof listRunsInput>): Prisma.BenchmarkRunWhereInput {
  return {
    ...runsMatching(search, [
      { note: { contains: search, mode: "insensitive" } },
      { tags: { has: (search ?? "").trim().toLowerCase() } },
    ]),
    ...(states?.length ? { state: { in: states } } : {}),
    ...(hostId === undefined ? {} : { hostId }),
    ...(driveId === undefined ? {} : { drives: { some: { driveId } } }),
    ...(planId === undefined ? {} : { planId }),
    ...(batchId === undefined ? {} : { batchId }),
    ...(tag === undefined ? {} : { tags: { has: tag } }),
  };
}

/** Three statements for the page, whatever the number of points. */
async function readHeadlines({ db }: ServiceContext, runIds: readonly string[]): Promise<Map<string, Headline>> {
  const points = await tellingPoints(db, runIds);
  if (points.length === 0) return new Map();
  const rows = await db.pointDirection.findMany({
    where: { OR: points.map(({ runId, sequence }) => ({ runId, pointSequence: sequence })) },
    select: { runId: true, ...directionColumns },
  });
  const measured = new Set(rows.map(({ runId }) => runId));
  const streamed = await streamedRates(
    db,
    points.filter(({ runId, complete }) => !complete && !measured.has(runId)),
  );
  return new Map(
    points.flatMap((point) => {
      const own = rows.filter(({ runId }) => runId === point.runId).map(directionOf);
      const seconds = streamed.get(placeKey(point));
      const headline = seconds === undefined ? headlineOf(point, own) : headlineOf(point, seconds, "rates");
      return headline === undefined ? [] : [[point.runId, headline] as const];
    }),
  );
}

function headlineOf(
  point: TellingPoint,
  directions: readonly DirectionResult[],
  known: "all" | "rates" = "all",
): Headline | undefined {
  const lead = leadingDirection(directions);
  if (lead === undefined) return undefined;
  const spec = readPointSpec(point.spec);
  const sum = (read: (direction: DirectionResult) => number) =>
    directions.reduce((total, each) => total + read(each), 0);
  return {
    spec,
    workloadKey: workloadKey(workloadOf(spec)),
    partial: !point.complete,
    iops: sum(({ iops }) => iops),
    bytesPerSecond: sum(({ bytesPerSecond }) => bytesPerSecond),
    read: ratesOf(directions.find(({ direction }) => direction === "read")),
    write: ratesOf(directions.find(({ direction }) => direction === "write")),
    median:
      known === "all"
        ? { ...keptPercentile("50", lead.latencyNsP50, lead.operations), direction: lead.direction }
        : undefined,
  };
}

function ratesOf(result: DirectionResult | undefined): Rates | undefined {
  return result && { iops: result.iops, bytesPerSecond: result.bytesPerSecond };
}

/** The direction with more operations; reads where both are equal. */
function leadingDirection(directions: readonly DirectionResult[]): DirectionResult | undefined {
  return directions.toSorted((a, b) => b.operations - a.operations || a.direction.localeCompare(b.direction))[0];
}
