import type { Database } from "../client.ts";

/** Complete runs of one plan that have a model or a tag in common. */
export interface GroupOfPlan {
  readonly value: string;
  readonly planHash: string;
  /** Of the newest run. */
  readonly planName: string;
  readonly requestedAt: Date;
  readonly runs: number;
}

/** By the model that drives report; each drive counts once. */
export async function modelGroups(db: Database, limit: number): Promise<GroupOfPlan[]> {
  return db.$queryRaw<GroupOfPlan[]>`
    SELECT model AS value, plan_hash AS "planHash", (array_agg(plan_name ORDER BY requested_at DESC))[1] AS "planName",
      max(requested_at) AS "requestedAt", count(DISTINCT drive_id)::int AS runs
    FROM benchmark_run
    WHERE drive_id IS NOT NULL AND model IS NOT NULL AND state = 'complete'
    GROUP BY model, plan_hash
    ORDER BY max(requested_at) DESC, model, plan_hash
    LIMIT ${limit}`;
}

export async function tagGroups(db: Database, limit: number): Promise<GroupOfPlan[]> {
  return db.$queryRaw<GroupOfPlan[]>`
    SELECT tag AS value, plan_hash AS "planHash", (array_agg(plan_name ORDER BY requested_at DESC))[1] AS "planName",
      max(requested_at) AS "requestedAt", count(*)::int AS runs
    FROM benchmark_run, unnest(tags) AS tag
    WHERE state = 'complete'
    GROUP BY tag, plan_hash
    ORDER BY max(requested_at) DESC, tag, plan_hash
    LIMIT ${limit}`;
}
