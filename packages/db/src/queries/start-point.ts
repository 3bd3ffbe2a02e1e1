import type { Transaction } from "../client.ts";
import { voidEarlierAttempts } from "./void-earlier-attempts.ts";

/** Which point of a run: what every word on it says, so that the first to arrive can make its row. */
export interface PointIdentity {
  readonly runId: string;
  readonly sequence: number;
  readonly stepPath: readonly number[];
  readonly round: number | undefined;
  /** Which measurement of the point this is. */
  readonly attempt: number;
  /** JSON text. */
  readonly raised: string | undefined;
  readonly purpose: "measure" | "precondition";
  /** JSON text. */
  readonly spec: string;
  readonly workloadKey: string;
}

export interface PointStart extends PointIdentity {
  readonly startedAt: Date;
  /** JSON text. */
  readonly environment: string;
  /** JSON text: an array of strings. */
  readonly warnings: string;
}

/** What a point says whose run is over, as long as its result has not arrived. */
export const noResultReason = "The run ended, and no result of this point has arrived.";

/**
 * Notes that a point began. One that has a result keeps it, unless it is measured once more; one of a run that is over does
 * not run any more.
 */
export async function startPoint(tx: Transaction, start: PointStart): Promise<void> {
  await voidEarlierAttempts(tx, start);
  await tx.$executeRaw`
    INSERT INTO benchmark_point AS point (
      run_id, sequence, step_path, round, attempt, raised, spec, purpose, workload_key, state, reason, started_at,
      environment, warnings
    )
    SELECT run.id, ${start.sequence}, ${start.stepPath}::smallint[], ${start.round ?? null}::int,
      ${start.attempt}::smallint, ${start.raised ?? null}::jsonb, ${start.spec}::jsonb,
      ${start.purpose}::point_purpose, ${start.workloadKey}, CASE WHEN over.yes THEN 'interrupted' ELSE 'running' END::point_state,
      CASE WHEN over.yes THEN ${noResultReason} END, ${start.startedAt.toISOString()}::timestamptz,
      ${start.environment}::jsonb, ${start.warnings}::jsonb
    FROM benchmark_run AS run
    CROSS JOIN LATERAL (
      SELECT run.state IN ('complete', 'cancelled', 'failed', 'interrupted') AS yes
    ) AS over
    WHERE run.id = ${start.runId}::uuid
    ON CONFLICT (run_id, sequence) DO UPDATE SET
      started_at = excluded.started_at,
      environment = excluded.environment,
      warnings = (
        SELECT coalesce(jsonb_agg(DISTINCT warning), '[]')
        FROM jsonb_array_elements(point.warnings || excluded.warnings) AS warning
      )
    WHERE point.attempt = excluded.attempt`;
}
