import type { Database } from "../client.ts";
import { Prisma } from "../generated/client/client.ts";

/** A plan as a comparison names it: the hash of its steps, or an id. */
export interface PlanName {
  readonly plan: string;
  /** What the names of trials look like to LIKE: they are left out of a plan that is named by its id. */
  readonly exceptNamedLike: string;
}

/** The newest complete run of each drive of these models, the newest first. */
export async function latestRunOfEachDrive(
  db: Database,
  models: readonly string[],
  plan: PlanName,
  limit: number,
): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM (
      SELECT DISTINCT ON (drive_id) id, requested_at
      FROM benchmark_run
      WHERE drive_id IS NOT NULL AND model = ANY(${[...models]}::text[]) AND state = 'complete' AND ${isOfPlan(plan)}
      ORDER BY drive_id, requested_at DESC, id
    ) AS latest
    ORDER BY requested_at DESC, id
    LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}

/** The models of complete runs of a plan on drives, as the drives report them. */
export async function modelsOfPlan(db: Database, plan: PlanName, limit: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ model: string }[]>`
    SELECT DISTINCT model FROM benchmark_run
    WHERE drive_id IS NOT NULL AND model IS NOT NULL AND state = 'complete' AND ${isOfPlan(plan)}
    ORDER BY model
    LIMIT ${limit}`;
  return rows.map(({ model }) => model);
}

function isOfPlan({ plan, exceptNamedLike }: PlanName): Prisma.Sql {
  return /^[0-9a-f]{64}$/.test(plan)
    ? Prisma.sql`plan_hash = ${plan}`
    : Prisma.sql`plan_id = ${plan} AND plan_name NOT LIKE ${exceptNamedLike}`;
}

/** The complete runs of a plan on one drive or with a tag, the newest first. */
export async function completeRuns(
  db: Database,
  of: { readonly driveId: string } | { readonly tag: string },
  plan: PlanName,
  limit: number,
): Promise<string[]> {
  const whose = "tag" in of ? Prisma.sql`tags @> ARRAY[${of.tag}]` : Prisma.sql`drive_id = ${of.driveId}::uuid`;
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM benchmark_run
    WHERE ${whose} AND state = 'complete' AND ${isOfPlan(plan)}
    ORDER BY requested_at DESC, id
    LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}

/** IOPS of a run at one load, in all its directions, of complete points. */
export interface RunRate {
  readonly runId: string;
  readonly load: string;
  readonly iops: number;
}

export async function ratesOfRuns(db: Database, runIds: readonly string[], limit: number): Promise<RunRate[]> {
  if (runIds.length === 0) return [];
  return db.$queryRaw<RunRate[]>`
    SELECT point.run_id::text AS "runId", point.workload_key || (point.spec -> 'ending')::text || result.direction::text AS load,
      avg(result.iops) AS iops
    FROM benchmark_point AS point
    JOIN point_direction AS result ON result.run_id = point.run_id AND result.point_sequence = point.sequence
    WHERE point.run_id = ANY(${[...runIds]}::uuid[]) AND point.purpose = 'measure' AND point.state = 'complete'
    GROUP BY 1, 2
    ORDER BY 1, 2
    LIMIT ${limit}`;
}
