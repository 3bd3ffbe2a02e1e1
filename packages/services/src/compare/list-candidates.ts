import { findSource, type PublishedRow, publishedComparisonRows, publishedResults } from "@crosspoint/catalog";
import {
  type ComparisonRow,
  describeWorkload,
  type StatedWorkload,
  type Workload,
  workloadKey,
  workloadOf,
} from "@crosspoint/domain";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { runsMatching } from "../run/rules/search.ts";
import { targetName } from "../run/rules/target-name.ts";
import { readPointSpec } from "../stored/run.ts";
import { measuredPointId } from "./rules/point-id.ts";

export const candidatesInput = z.object({
  /** Parts of a drive's name, its product's or a host's. */
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
  /** The run's host, or the publisher with the year. */
  readonly detail: string;
  /** When the run was asked for. */
  readonly requestedAt: Date | undefined;
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
  const runs = await context.db.benchmarkRun.findMany({
    where: {
      points: { some: { purpose: "measure", directions: { some: {} } } },
      ...(runId === undefined ? {} : { id: runId }),
      ...runsMatching(search),
    },
    select: {
      id: true,
      targetLabel: true,
      model: true,
      requestedAt: true,
      hostname: true,
      host: { select: { hostname: true } },
      points: {
        where: { purpose: "measure", directions: { some: {} } },
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
        const workload = workloadOf(readPointSpec(spec));
        return {
          id: measuredPointId({ runId: run.id, sequence, direction }),
          kind: "measured" as const,
          drive: targetName(run),
          workload,
          workloadKey: workloadKey(workload),
          workloadText: describeWorkload(workload) + (directions.length > 1 ? `, ${direction}s` : ""),
          detail: run.host?.hostname ?? run.hostname,
          requestedAt: run.requestedAt,
        };
      }),
    ),
  );
  return { measured, published: publishedCandidates(search) };
}

function publishedCandidates(search: string | undefined): Candidate[] {
  const words = (search ?? "").toLowerCase().split(/\s+/);
  return publishedComparisonRows
    .filter(({ drive }) => words.every((word) => drive.toLowerCase().includes(word)))
    .map((row) =>
      candidateOf(
        row,
        publishedResults.rows.find(({ id }) => id === row.id),
      ),
    );
}

function candidateOf(row: ComparisonRow, published: PublishedRow | undefined): Candidate {
  const source = published && findSource(published.sourceId);
  return {
    id: row.id,
    kind: "published",
    drive: row.drive,
    workload: row.workload,
    workloadKey: workloadKey(row.workload),
    workloadText: describeWorkload(row.workload),
    detail: source === undefined ? "" : [source.publisher, source.published].filter(Boolean).join(", "),
    requestedAt: undefined,
  };
}
