import type { Database } from "../client.ts";

export interface RecentPowerAndHeat {
  /** The newest sample with fewer power cycles than now: the drive was powered on after it. */
  readonly lastBeforePowerOn: Date | null;
  /** The oldest sample since that power-on. */
  readonly firstSincePowerOn: Date | null;
  /** Counters of the oldest sample of the range. */
  readonly warningMinutes: number | null;
  readonly transitions: number | null;
}

/** What the samples of a range of time tell of when a drive was powered on, and how hot it was before. */
export async function readRecentPowerAndHeat(
  db: Database,
  { driveId, since, until, powerCycles }: { driveId: string; since: Date; until: Date; powerCycles: string },
): Promise<RecentPowerAndHeat> {
  const rows = await db.$queryRaw<RecentRow[]>`
    SELECT
      (SELECT max(time) FROM smart_sample
        WHERE drive_id = ${driveId}::uuid AND time BETWEEN ${since} AND ${until} AND power_cycles < ${powerCycles}::numeric
      ) AS before_power_on,
      (SELECT min(time) FROM smart_sample
        WHERE drive_id = ${driveId}::uuid AND time BETWEEN ${since} AND ${until} AND power_cycles = ${powerCycles}::numeric
      ) AS since_power_on,
      oldest.warning_temperature_time_minutes AS warning_minutes,
      oldest.thermal_management_1_transitions + oldest.thermal_management_2_transitions AS transitions
    FROM (VALUES (1)) AS one
    LEFT JOIN LATERAL (
      SELECT * FROM smart_sample WHERE drive_id = ${driveId}::uuid AND time BETWEEN ${since} AND ${until}
      ORDER BY time LIMIT 1
    ) AS oldest ON true
    LIMIT 1`;
  return recentOf(rows[0]);
}

interface RecentRow {
  readonly before_power_on: Date | null;
  readonly since_power_on: Date | null;
  readonly warning_minutes: bigint | null;
  readonly transitions: bigint | null;
}

function recentOf(row: RecentRow | undefined): RecentPowerAndHeat {
  const number = (value: bigint | null | undefined) => (value === null || value === undefined ? null : Number(value));
  return {
    lastBeforePowerOn: row?.before_power_on ?? null,
    firstSincePowerOn: row?.since_power_on ?? null,
    warningMinutes: number(row?.warning_minutes),
    transitions: number(row?.transitions),
  };
}
