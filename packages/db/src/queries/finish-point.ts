import type { Transaction } from "../client.ts";
import type { PointIdentity } from "./start-point.ts";
import { voidEarlierAttempts } from "./void-earlier-attempts.ts";

export interface PointEnd extends PointIdentity {
  readonly state: "complete" | "interrupted" | "failed" | "skipped";
  readonly reason: string | undefined;
  readonly finishedAt: Date;
  readonly elapsedNs: number;
  readonly cpuUserNs: number | undefined;
  readonly cpuSystemNs: number | undefined;
  readonly voluntaryContextSwitches: number | undefined;
  readonly involuntaryContextSwitches: number | undefined;
  /** JSON text. */
  readonly errors: string;
  /** JSON text. */
  readonly littlesLaw: string | undefined;
  /** JSON text: an array of strings. Those of the start and of the end stand together, each once. */
  readonly warnings: string;
  /** JSON text. */
  readonly slices: string;
  /** JSON text. */
  readonly verification: string | undefined;
}

/**
 * Notes the end of a point, whether its start was heard of or not, and counts it to its run if it was measured to its
 * end or skipped for a reason. The first end of the latest attempt stands: false for any other.
 */
export async function finishPoint(tx: Transaction, end: PointEnd): Promise<boolean> {
  await voidEarlierAttempts(tx, end);
  const whole = (value: number | undefined) => value?.toString() ?? null;
  const written = await tx.$executeRaw`
    INSERT INTO benchmark_point AS point (
      run_id, sequence, step_path, round, attempt, raised, spec, purpose, workload_key, state, reason, finished_at,
      elapsed_ns, cpu_user_ns, cpu_system_ns, voluntary_context_switches, involuntary_context_switches, errors,
      littles_law, slices, verification, warnings
    )
    VALUES (
      ${end.runId}::uuid, ${end.sequence}, ${end.stepPath}::smallint[], ${end.round ?? null}::int,
      ${end.attempt}::smallint, ${end.raised ?? null}::jsonb, ${end.spec}::jsonb, ${end.purpose}::point_purpose,
      ${end.workloadKey}, ${end.state}::point_state, ${end.reason ?? null}, ${end.finishedAt.toISOString()}::timestamptz,
      ${whole(end.elapsedNs)}::bigint, ${whole(end.cpuUserNs)}::bigint, ${whole(end.cpuSystemNs)}::bigint,
      ${whole(end.voluntaryContextSwitches)}::bigint, ${whole(end.involuntaryContextSwitches)}::bigint,
      ${end.errors}::jsonb, ${end.littlesLaw ?? null}::jsonb, ${end.slices}::jsonb,
      ${end.verification ?? null}::jsonb, ${end.warnings}::jsonb
    )
    ON CONFLICT (run_id, sequence) DO UPDATE SET
      step_path = excluded.step_path, round = excluded.round, raised = excluded.raised, spec = excluded.spec,
      purpose = excluded.purpose, slices = excluded.slices, verification = excluded.verification,
      workload_key = excluded.workload_key, state = excluded.state, reason = excluded.reason,
      finished_at = excluded.finished_at, elapsed_ns = excluded.elapsed_ns, cpu_user_ns = excluded.cpu_user_ns,
      cpu_system_ns = excluded.cpu_system_ns, voluntary_context_switches = excluded.voluntary_context_switches,
      involuntary_context_switches = excluded.involuntary_context_switches, errors = excluded.errors,
      littles_law = excluded.littles_law,
      warnings = (
        SELECT coalesce(jsonb_agg(DISTINCT warning), '[]')
        FROM jsonb_array_elements(point.warnings || excluded.warnings) AS warning
      )
    WHERE point.finished_at IS NULL AND point.attempt = excluded.attempt`;
  if (written === 0) return false;
  if (end.state !== "complete" && end.state !== "skipped") return true;
  await tx.$executeRaw`
    UPDATE benchmark_run SET points_finished = points_finished + 1 WHERE id = ${end.runId}::uuid`;
  return true;
}
