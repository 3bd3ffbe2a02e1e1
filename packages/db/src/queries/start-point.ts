import type { Transaction } from "../client.ts";

export interface PointStart {
  readonly runId: string;
  readonly index: number;
  readonly startedAt: Date;
  /** JSON text. */
  readonly environment: string;
  /** JSON text: an array of strings. */
  readonly warnings: string;
}

/** Notes that a point began. It runs only while its run does; one that has a result keeps it. */
export async function startPoint(tx: Transaction, start: PointStart): Promise<void> {
  await tx.$executeRaw`
    UPDATE benchmark_point AS point SET
      started_at = ${start.startedAt.toISOString()}::timestamptz,
      environment = ${start.environment}::jsonb,
      warnings = (
        SELECT coalesce(jsonb_agg(DISTINCT warning), '[]')
        FROM jsonb_array_elements(point.warnings || ${start.warnings}::jsonb) AS warning
      ),
      state = CASE WHEN point.state = 'pending' AND run.state = 'running' THEN 'running'::point_state ELSE point.state END
    FROM benchmark_run AS run
    WHERE run.id = point.run_id AND point.run_id = ${start.runId}::uuid AND point.index = ${start.index}`;
}
