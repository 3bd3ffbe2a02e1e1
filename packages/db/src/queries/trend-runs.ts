import type { Database } from "../client.ts";

/** Complete runs of one plan on one drive. */
export interface PlanOfDrive {
  readonly plan: string;
  /** As the newest run calls it. */
  readonly name: string;
  readonly runs: number;
}

/** The plans that an agent ran to their end on a drive, the newest first; of its newest `runsLimit` runs. */
export async function plansOfDrive(db: Database, driveId: string, runsLimit: number): Promise<PlanOfDrive[]> {
  return db.$queryRaw<PlanOfDrive[]>`
    SELECT plan_hash AS plan, (array_agg(plan_name ORDER BY requested_at DESC))[1] AS name, count(*)::int AS runs
    FROM (
      SELECT plan_hash, plan_name, requested_at
      FROM benchmark_run AS run
      WHERE drive_id = ${driveId}::uuid AND state = 'complete'
        AND NOT EXISTS (SELECT FROM run_import WHERE run_id = run.id)
      ORDER BY requested_at DESC
      LIMIT ${runsLimit}
    ) AS newest
    GROUP BY plan_hash
    ORDER BY max(requested_at) DESC, plan_hash`;
}

export interface TrendRun {
  readonly runId: string;
  readonly driveId: string;
  readonly requestedAt: Date;
}

/** The runs of a plan that an agent ran to their end on a drive, the newest first. */
export async function runsOfPlan(db: Database, driveId: string, plan: string, limit: number): Promise<TrendRun[]> {
  return db.$queryRaw<TrendRun[]>`
    SELECT id::text AS "runId", drive_id::text AS "driveId", requested_at AS "requestedAt"
    FROM benchmark_run AS run
    WHERE drive_id = ${driveId}::uuid AND plan_hash = ${plan} AND state = 'complete'
      AND NOT EXISTS (SELECT FROM run_import WHERE run_id = run.id)
    ORDER BY requested_at DESC, id
    LIMIT ${limit}`;
}

/** The newest of them of each drive of a model, among the model's newest `runsLimit` runs of the plan. */
export async function newestRunOfEachDrive(
  db: Database,
  model: string,
  plan: string,
  { runsLimit, drivesLimit }: { readonly runsLimit: number; readonly drivesLimit: number },
): Promise<TrendRun[]> {
  return db.$queryRaw<TrendRun[]>`
    SELECT DISTINCT ON ("driveId") "runId", "driveId", "requestedAt"
    FROM (
      SELECT id::text AS "runId", drive_id::text AS "driveId", requested_at AS "requestedAt"
      FROM benchmark_run AS run
      WHERE model = ${model} AND plan_hash = ${plan} AND state = 'complete' AND drive_id IS NOT NULL
        AND NOT EXISTS (SELECT FROM run_import WHERE run_id = run.id)
      ORDER BY requested_at DESC
      LIMIT ${runsLimit}
    ) AS newest
    ORDER BY "driveId", "requestedAt" DESC, "runId"
    LIMIT ${drivesLimit}`;
}
