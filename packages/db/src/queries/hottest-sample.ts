import type { Database, Transaction } from "../client.ts";

export interface HottestSample {
  readonly kelvin: number | null;
  readonly samples: number;
}

/** The highest temperature of the drive of a run since the run's first counters, and how many samples said one. */
export async function hottestSample(db: Database | Transaction, runId: string, until: Date): Promise<HottestSample> {
  const none = { kelvin: null, samples: 0 };
  // Read by itself: the samples may lie on another node of a cluster than the run.
  const [measured] = await db.$queryRaw<{ driveId: string | null; since: Date }[]>`
    SELECT run.drive_id AS "driveId", counters.time AS since
    FROM benchmark_run AS run
    JOIN run_counters AS counters ON counters.run_id = run.id AND counters.moment = 'before'
    WHERE run.id = ${runId}::uuid
    LIMIT 1`;
  if (!measured?.driveId) return none;
  const [row] = await db.$queryRaw<HottestSample[]>`
    SELECT max(nullif(composite_temperature_kelvin, 0)) AS kelvin, count(nullif(composite_temperature_kelvin, 0))::int AS samples
    FROM smart_sample
    WHERE drive_id = ${measured.driveId}::uuid AND time BETWEEN ${measured.since} AND ${until}`;
  return row ?? none;
}
