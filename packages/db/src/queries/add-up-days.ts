import type { Transaction } from "../client.ts";
import { Prisma } from "../generated/client/client.ts";
import type { HourRange } from "./roll-up-hours.ts";
import { rolledColumns, rolledCounters, rolledGauges, rolledUpdates } from "./rollup-columns.ts";

/**
 * Adds up the hours of some drives in a range of whole days, in UTC. A day stays as it is where hours that it was made of are
 * gone.
 */
export async function addUpDays(tx: Transaction, driveIds: readonly string[], { from, to }: HourRange): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO smart_day AS kept (drive_id, time, ${raw(rolledColumns.join(", "))})
    SELECT drive_id, date_trunc('day', time, 'UTC'), ${raw(dayValues)}
    FROM (
      SELECT *, row_number() OVER day AS place, row_number() OVER day_back AS place_back
      FROM smart_hour
      WHERE drive_id = ANY(${driveIds}::uuid[]) AND time >= ${from} AND time < ${to}
      WINDOW day AS (PARTITION BY drive_id, date_trunc('day', time, 'UTC') ORDER BY time),
        day_back AS (PARTITION BY drive_id, date_trunc('day', time, 'UTC') ORDER BY time DESC)
    ) AS hour
    GROUP BY 1, 2
    ON CONFLICT (drive_id, time) DO UPDATE SET ${raw(rolledUpdates)}
    WHERE excluded.first_at <= kept.first_at AND excluded.last_at >= kept.last_at AND excluded.samples >= kept.samples`;
}

const raw = Prisma.raw;

const dayValues = [
  "sum(samples)",
  "min(first_at)",
  "max(last_at)",
  "sum(covered_ms)",
  "sum(temperature_samples)",
  ...rolledGauges.flatMap((name) => [`min(min_${name})`, `max(max_${name})`, `sum(sum_${name})`]),
  ...rolledCounters.flatMap((name) => [
    `max(${name}_first) FILTER (WHERE place = 1)`,
    `max(${name}_last) FILTER (WHERE place_back = 1)`,
    `sum(${name}_increase)`,
    `sum(${name}_resets)`,
  ]),
].join(", ");
