import type { PointDirection, Prisma } from "@crosspoint/db";
import { decodeHistogram, type PercentileReading, readPercentile } from "@crosspoint/domain";
import { planPoint } from "@crosspoint/protocol";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { headOf, type RunHead, runHeadInclude } from "./rules/view.ts";

export const runStates = [
  "requested",
  "running",
  "complete",
  "cancelled",
  "failed",
  "interrupted",
  "declined",
] as const;

/** When the last run of a page was asked for, in milliseconds, and its id: a place that stays, whatever becomes of the run. */
const placePattern = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export const listRunsInput = z.object({
  states: z.array(z.enum(runStates)).max(runStates.length).optional(),
  hostId: z.uuid().optional(),
  driveId: z.uuid().optional(),
  planId: z.string().max(100).optional(),
  /** Part of a target's name or a host's. */
  search: z.string().max(100).optional(),
  limit: z.int().min(1).max(100).default(50),
  /** Where the page before ended, as its `next` says. */
  after: z.string().regex(placePattern, "is not a place in the list of runs").optional(),
});

/** The first finished point's figures: what a list can say of a run in one line. */
export interface Headline {
  readonly pointName: string;
  readonly direction: "read" | "write";
  readonly iops: number;
  readonly bytesPerSecond: number;
  readonly median: PercentileReading;
}

export interface RunSummary extends RunHead {
  readonly pointsFinished: number;
  readonly pointsTotal: number;
  readonly headline: Headline | undefined;
}

export interface RunList {
  readonly runs: readonly RunSummary[];
  /** Hand it to the next call as `after`; absent on the last page. */
  readonly next: string | undefined;
}

/** Runs, the newest first. */
export async function listBenchmarks(context: ServiceContext, input: z.infer<typeof listRunsInput>): Promise<RunList> {
  requireRight(context, "benchmark.view");
  const rows = await context.db.benchmarkRun.findMany({
    where: { AND: [whereOf(input), whereAfter(input.after)] },
    include: {
      ...runHeadInclude,
      points: {
        orderBy: { index: "asc" },
        select: { index: true, spec: true, state: true },
      },
    },
    orderBy: [{ requestedAt: "desc" }, { id: "desc" }],
    take: input.limit + 1,
  });
  const page = rows.slice(0, input.limit);
  const headlines = await readHeadlines(context, page);
  return {
    runs: page.map((run) => ({
      ...headOf(run, context.now),
      pointsFinished: run.points.filter(({ state }) => state !== "pending" && state !== "running").length,
      pointsTotal: run.points.length,
      headline: headlines.get(run.id),
    })),
    next: rows.length > input.limit ? placeOf(page.at(-1)) : undefined,
  };
}

function placeOf(run: { readonly requestedAt: Date; readonly id: string } | undefined): string | undefined {
  return run && `${run.requestedAt.getTime()}.${run.id}`;
}

/** What comes after a place, in the order of the list. */
function whereAfter(after: string | undefined): Prisma.BenchmarkRunWhereInput {
  const [, ms, id] = placePattern.exec(after ?? "") ?? [];
  if (id === undefined) return {};
  const requestedAt = new Date(Number(ms));
  return { OR: [{ requestedAt: { lt: requestedAt } }, { requestedAt, id: { lt: id } }] };
}

function whereOf({
  states,
  hostId,
  driveId,
  planId,
  search,
}: z.infer<typeof listRunsInput>): Prisma.BenchmarkRunWhereInput {
  const contains = { contains: search, mode: "insensitive" } as const;
  return {
    ...(states?.length ? { state: { in: states } } : {}),
    ...(hostId === undefined ? {} : { hostId }),
    ...(driveId === undefined ? {} : { driveId }),
    ...(planId === undefined ? {} : { planId }),
    ...(search ? { OR: [{ targetLabel: contains }, { host: { hostname: contains } }] } : {}),
  };
}

interface RunPoints {
  readonly id: string;
  readonly points: readonly { index: number; spec: unknown; state: string }[];
}

/** One statement for the page: the direction that leads in the first complete point of each run. */
async function readHeadlines({ db }: ServiceContext, runs: readonly RunPoints[]): Promise<Map<string, Headline>> {
  const wanted = runs.flatMap(({ id, points }) => {
    const first = points.find(({ state }) => state === "complete");
    return first === undefined ? [] : [{ runId: id, pointIndex: first.index, name: planPoint.parse(first.spec).name }];
  });
  if (wanted.length === 0) return new Map();
  const rows = await db.pointDirection.findMany({
    where: { OR: wanted.map(({ runId, pointIndex }) => ({ runId, pointIndex })) },
  });
  return new Map(
    wanted.flatMap(({ runId, name }) => {
      const lead = leadingDirection(rows.filter((row) => row.runId === runId));
      return lead === undefined ? [] : [[runId, headlineOf(lead, name)] as const];
    }),
  );
}

/** The direction with more operations; reads where both are equal. */
function leadingDirection(rows: readonly PointDirection[]): PointDirection | undefined {
  const byOperations = (a: PointDirection, b: PointDirection) => Number(b.operations - a.operations);
  return rows.toSorted((a, b) => byOperations(a, b) || a.direction.localeCompare(b.direction))[0];
}

function headlineOf(row: PointDirection, pointName: string): Headline {
  return {
    pointName,
    direction: row.direction,
    iops: row.iops,
    bytesPerSecond: row.bytesPerSecond,
    median: readPercentile(decodeHistogram(row.histogram), "50"),
  };
}
