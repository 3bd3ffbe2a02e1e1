import { type PublishedRow, publishedComparisonRows, publishedResults } from "@crosspoint/catalog";
import {
  type ComparisonRow,
  describeWorkload,
  type PointSpec,
  type StatedWorkload,
  type Workload,
  workloadKey,
  workloadOf,
} from "@crosspoint/domain";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { measuredPointId } from "./rules/point-id.ts";

export const candidatesInput = z.object({
  /** Part of a target's name or a host's. */
  search: z.string().max(100).optional(),
  runId: z.uuid().optional(),
});

/** Newest runs that are offered; a search reaches the older ones. */
const runsLimit = 30;
/** Points of each that are offered. */
const pointsLimit = 256;

export interface Candidate {
  readonly id: string;
  readonly kind: "measured" | "published";
  readonly drive: string;
  readonly workload: Workload | StatedWorkload;
  readonly workloadKey: string;
  readonly workloadText: string;
  /** Run's time, or publisher. */
  readonly detail: string;
}

export interface Candidates {
  readonly measured: readonly Candidate[];
  readonly published: readonly Candidate[];
}

/** What a comparison can be made of: points of the newest finished runs, and every published row that fits beside them. */
export async function listCandidates(
  context: ServiceContext,
  { search, runId }: z.infer<typeof candidatesInput>,
): Promise<Candidates> {
  requireRight(context, "benchmark.view");
  requireRight(context, "catalog.view");
  const contains = { contains: search, mode: "insensitive" } as const;
  const runs = await context.db.benchmarkRun.findMany({
    where: {
      points: { some: { directions: { some: {} } } },
      ...(runId === undefined ? {} : { id: runId }),
      ...(search ? { OR: [{ targetLabel: contains }, { hostname: contains }, { host: { hostname: contains } }] } : {}),
    },
    select: {
      id: true,
      targetLabel: true,
      requestedAt: true,
      hostname: true,
      host: { select: { hostname: true } },
      points: {
        where: { directions: { some: {} } },
        orderBy: { sequence: "asc" },
        select: { sequence: true, spec: true, directions: { select: { direction: true } } },
        take: pointsLimit,
      },
    },
    orderBy: { requestedAt: "desc" },
    take: runsLimit,
  });
  const measured = runs.flatMap((run) =>
    run.points.flatMap(({ sequence, spec, directions }) =>
      directions.map(({ direction }) => {
        const workload = workloadOf(spec as unknown as PointSpec);
        const time = run.requestedAt.toISOString().slice(0, 16).replace("T", " ");
        return {
          id: measuredPointId({ runId: run.id, sequence, direction }),
          kind: "measured" as const,
          drive: run.targetLabel,
          workload,
          workloadKey: workloadKey(workload),
          workloadText: describeWorkload(workload) + (directions.length > 1 ? `, ${direction}s` : ""),
          detail: `${run.host?.hostname ?? run.hostname}, ${time}`,
        };
      }),
    ),
  );
  return { measured, published: publishedCandidates(search) };
}

function publishedCandidates(search: string | undefined): Candidate[] {
  const wanted = search?.toLowerCase();
  return publishedComparisonRows
    .filter(({ drive }) => wanted === undefined || drive.toLowerCase().includes(wanted))
    .map((row) =>
      candidateOf(
        row,
        publishedResults.rows.find(({ id }) => id === row.id),
      ),
    );
}

function candidateOf(row: ComparisonRow, published: PublishedRow | undefined): Candidate {
  return {
    id: row.id,
    kind: "published",
    drive: row.drive,
    workload: row.workload,
    workloadKey: workloadKey(row.workload),
    workloadText: describeWorkload(row.workload),
    detail: published?.sourceId ?? "",
  };
}
