import type { Database } from "../client.ts";
import type { IoDirection } from "../generated/client/client.ts";

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
  // Read by itself: the seconds may lie on another node of a cluster than the results.
  const told = await db.pointDirection.findMany({
    where: { runId, histogram: { not: null } },
    select: { pointSequence: true, direction: true },
    take: directionsLimit,
  });
  const pointsOf = (direction: IoDirection) =>
    told.filter((each) => each.direction === direction).map(({ pointSequence }) => pointSequence);
  const [count] = await db.$transaction([
    db.$executeRaw`
      UPDATE point_second SET histogram = NULL
      WHERE run_id = ${runId}::uuid AND histogram IS NOT NULL
        AND ((direction = 'read' AND point_sequence = ANY(${pointsOf("read")}::int[]))
          OR (direction = 'write' AND point_sequence = ANY(${pointsOf("write")}::int[])))`,
    db.benchmarkRun.update({ where: { id: runId }, data: { secondsThinnedAt: now } }),
  ]);
  return count;
}

/** More than a run has points and directions. */
const directionsLimit = 200_000;
