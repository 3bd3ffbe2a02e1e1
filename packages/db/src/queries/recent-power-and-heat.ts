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

/** A drive and the power cycles of its newest sample. */
export interface PoweredDrive {
  readonly driveId: string;
  readonly powerCycles: string;
}

/** Drives that are asked for at once. */
const drivesLimit = 1024;

/** What the samples of a range of time tell of when drives were powered on, and how hot they were before. By their ids. */
export async function readRecentPowerAndHeat(
  db: Database,
  drives: readonly PoweredDrive[],
  { since, until }: { since: Date; until: Date },
): Promise<Map<string, RecentPowerAndHeat>> {
  const ids = drives.map(({ driveId }) => driveId);
  const cycles = drives.map(({ powerCycles }) => powerCycles);
  const rows = await db.$queryRaw<RecentRow[]>`
    SELECT asked.drive_id,
      (SELECT max(time) FROM smart_sample
        WHERE drive_id = asked.drive_id AND time BETWEEN ${since} AND ${until} AND power_cycles < asked.power_cycles
      ) AS before_power_on,
      (SELECT min(time) FROM smart_sample
        WHERE drive_id = asked.drive_id AND time BETWEEN ${since} AND ${until} AND power_cycles = asked.power_cycles
      ) AS since_power_on,
      oldest.warning_temperature_time_minutes AS warning_minutes,
      oldest.thermal_management_1_transitions + oldest.thermal_management_2_transitions AS transitions
    FROM unnest(${ids}::uuid[], ${cycles}::numeric[]) AS asked (drive_id, power_cycles)
    LEFT JOIN LATERAL (
      SELECT * FROM smart_sample WHERE drive_id = asked.drive_id AND time BETWEEN ${since} AND ${until}
      ORDER BY time LIMIT 1
    ) AS oldest ON true
    LIMIT ${drivesLimit}`;
  return new Map(rows.map((row) => [row.drive_id, recentOf(row)]));
}

interface RecentRow {
  readonly drive_id: string;
  readonly before_power_on: Date | null;
  readonly since_power_on: Date | null;
  readonly warning_minutes: bigint | null;
  readonly transitions: bigint | null;
}

function recentOf(row: RecentRow): RecentPowerAndHeat {
  const number = (value: bigint | null) => (value === null ? null : Number(value));
  return {
    lastBeforePowerOn: row.before_power_on,
    firstSincePowerOn: row.since_power_on,
    warningMinutes: number(row.warning_minutes),
    transitions: number(row.transitions),
  };
}
