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
  // Two statements: neither asks for each drive by itself, which a cluster cannot do.
  const spans = await db.$queryRaw<Span[]>`
    SELECT drive_id::text AS drive_id, min(time) AS oldest,
      max(time) FILTER (WHERE power_cycles < now_cycles) AS before_power_on,
      min(time) FILTER (WHERE power_cycles = now_cycles) AS since_power_on
    FROM smart_sample
    JOIN unnest(${ids}::uuid[], ${cycles}::numeric[]) AS asked (id, now_cycles) ON drive_id = asked.id
    WHERE time BETWEEN ${since} AND ${until}
    GROUP BY 1
    LIMIT ${drivesLimit}`;
  const oldest = await db.$queryRaw<Heat[]>`
    SELECT drive_id::text AS drive_id, warning_temperature_time_minutes AS warning_minutes,
      thermal_management_1_transitions + thermal_management_2_transitions AS transitions
    FROM smart_sample
    JOIN unnest(${spans.map(({ drive_id }) => drive_id)}::uuid[], ${spans.map((span) => span.oldest)}::timestamptz[])
      AS asked (id, at) ON drive_id = asked.id AND time = asked.at
    WHERE time BETWEEN ${since} AND ${until}
    LIMIT ${drivesLimit}`;
  const spansOf = new Map(spans.map((span) => [span.drive_id, span]));
  const heats = new Map(oldest.map((heat) => [heat.drive_id, heat]));
  return new Map(ids.map((id) => [id, recentOf(spansOf.get(id), heats.get(id))]));
}

interface Span {
  readonly drive_id: string;
  readonly oldest: Date;
  readonly before_power_on: Date | null;
  readonly since_power_on: Date | null;
}

interface Heat {
  readonly drive_id: string;
  readonly warning_minutes: bigint | null;
  readonly transitions: bigint | null;
}

function recentOf(span: Span | undefined, heat: Heat | undefined): RecentPowerAndHeat {
  const number = (value: bigint | null | undefined) => (value === null || value === undefined ? null : Number(value));
  return {
    lastBeforePowerOn: span?.before_power_on ?? null,
    firstSincePowerOn: span?.since_power_on ?? null,
    warningMinutes: number(heat?.warning_minutes),
    transitions: number(heat?.transitions),
  };
}
