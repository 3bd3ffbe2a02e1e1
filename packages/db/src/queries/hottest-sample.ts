import type { Database, Transaction } from "../client.ts";

export interface HottestSample {
  readonly kelvin: number | null;
  readonly samples: number;
}

/** The highest temperature of the drive of a run since the run's first counters, and how many samples said one. */
export async function hottestSample(db: Database | Transaction, runId: string, until: Date): Promise<HottestSample> {
  const [row] = await db.$queryRaw<HottestSample[]>`
    SELECT max(nullif(sample.composite_temperature_kelvin, 0)) AS kelvin,
           count(nullif(sample.composite_temperature_kelvin, 0))::int AS samples
    FROM benchmark_run AS run
    JOIN run_counters AS counters ON counters.run_id = run.id AND counters.moment = 'before'
    JOIN smart_sample AS sample
      ON sample.drive_id = run.drive_id AND sample.time BETWEEN counters.time AND ${until.toISOString()}::timestamptz
    WHERE run.id = ${runId}::uuid`;
  return row ?? { kelvin: null, samples: 0 };
}
