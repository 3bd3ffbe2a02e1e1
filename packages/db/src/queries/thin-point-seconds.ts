import type { Database } from "../client.ts";

/** Runs at once at most. */
const runsLimit = 100;

/** Runs that ended before and whose seconds are not thinned yet, the oldest first. */
export async function findRunsToThin(db: Database, endedBefore: Date): Promise<string[]> {
  const rows = await db.benchmarkRun.findMany({
    where: {
      secondsThinnedAt: null,
      state: { notIn: ["queued", "requested", "running"] },
      OR: [{ finishedAt: { lt: endedBefore } }, { finishedAt: null, requestedAt: { lt: endedBefore } }],
    },
    orderBy: { requestedAt: "asc" },
    take: runsLimit,
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

/**
 * Removes the histograms of a run's seconds, and notes that. Seconds of a point whose own histogram did not arrive keep theirs:
 * its percentiles are read from them. What lists, charts of rates and differences read of a second stays.
 */
export async function thinPointSeconds(db: Database, runId: string, now: Date): Promise<number> {
  const [count] = await db.$transaction([
    db.$executeRaw`
      UPDATE point_second AS second SET histogram = NULL
      WHERE run_id = ${runId}::uuid AND histogram IS NOT NULL AND EXISTS (
        SELECT FROM point_direction AS result
        WHERE result.run_id = second.run_id AND result.point_sequence = second.point_sequence
          AND result.direction = second.direction AND result.histogram IS NOT NULL)`,
    db.benchmarkRun.update({ where: { id: runId }, data: { secondsThinnedAt: now } }),
  ]);
  return count;
}
