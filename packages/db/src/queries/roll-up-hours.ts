import type { Transaction } from "../client.ts";
import { Prisma } from "../generated/client/client.ts";
import { rolledColumns, rolledCounters, rolledGauges, rolledUpdates, sampledCounters } from "./rollup-columns.ts";

/** Whole hours, from the first up to, not including, the other. */
export interface HourRange {
  readonly from: Date;
  readonly to: Date;
}

/**
 * Rolls up the samples of some drives in a range of hours, as domain's rollup defines it: by their samples, and by the last hour
 * before the range that is rolled up. Of a range longer than an hour, no hour may stand whose samples are gone.
 *
 * An hour stays as it is where samples that it was made of are gone, and is left out where the hour after it could not be
 * corrected for the same reason: what cannot be right is not counted.
 */
export async function rollUpHours(
  tx: Transaction,
  driveIds: readonly string[],
  { from, to }: HourRange,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO smart_hour AS kept (drive_id, time, ${raw(rolledColumns.join(", "))})
    SELECT hour.drive_id, hour.time, ${raw(storedValues)}
    FROM (
      SELECT drive_id, date_trunc('hour', time, 'UTC') AS time, ${raw(hourValues)}
      FROM (
        SELECT drive_id, time, nullif(composite_temperature_kelvin, 0) AS temperature_kelvin, percentage_used,
          available_spare_percent, lag(time) OVER history AS before_at, ${raw(stepValues)},
          coalesce(lag(time) OVER history < date_trunc('hour', time, 'UTC'), true) AS begins_hour,
          coalesce(lead(time) OVER history >= date_trunc('hour', time, 'UTC') + interval '1 hour', true) AS ends_hour
        FROM smart_sample
        WHERE drive_id = ANY(${driveIds}::uuid[]) AND time >= ${from} AND time < ${to}
        WINDOW history AS (PARTITION BY drive_id ORDER BY time)
      ) AS step
      GROUP BY 1, 2
    ) AS hour
    LEFT JOIN LATERAL (
      SELECT last_at, ${raw(rolledCounters.map((name) => `${name}_last`).join(", "))}
      FROM smart_hour
      WHERE drive_id = hour.drive_id AND time < ${from}
      ORDER BY time DESC LIMIT 1
    ) AS before ON hour.begins_range
    LEFT JOIN LATERAL (
      SELECT first_at FROM smart_hour WHERE drive_id = hour.drive_id AND time >= ${to} ORDER BY time LIMIT 1
    ) AS next ON true
    WHERE next.first_at IS NULL
      OR EXISTS (SELECT FROM smart_sample WHERE drive_id = hour.drive_id AND time = next.first_at AND time >= ${to})
    ON CONFLICT (drive_id, time) DO UPDATE SET ${raw(rolledUpdates)}
    WHERE excluded.first_at <= kept.first_at AND excluded.last_at >= kept.last_at AND excluded.samples >= kept.samples`;
}

const raw = Prisma.raw;

/** A counter at a sample and at the one before it, in the range. */
const stepValues = rolledCounters
  .map((name) => {
    const sampled = sampledCounters[name] ?? name;
    return `${sampled} AS ${name}, lag(${sampled}) OVER history AS ${name}_before`;
  })
  .join(", ");

/** Of one hour, the step from before the range left out. */
const hourValues = [
  "bool_or(before_at IS NULL) AS begins_range",
  "count(*) AS samples",
  "min(time) AS first_at",
  "max(time) AS last_at",
  "sum(coalesce(extract(epoch FROM time - before_at), 0)) * 1000 AS covered_ms",
  "count(temperature_kelvin) AS temperature_samples",
  ...rolledGauges.map(
    (name) => `min(${name}) AS min_${name}, max(${name}) AS max_${name}, sum(${name}) AS sum_${name}`,
  ),
  ...rolledCounters.flatMap((name) => [
    `max(${name}) FILTER (WHERE begins_hour) AS ${name}_first`,
    `max(${name}) FILTER (WHERE ends_hour) AS ${name}_last`,
    `coalesce(sum(${step(`${name}_before`, name)}), 0) AS ${name}_increase`,
    `count(*) FILTER (WHERE ${name} < ${name}_before) AS ${name}_resets`,
  ]),
].join(", ");

/** The same with the step from before the range. */
const storedValues = [
  "samples",
  "hour.first_at",
  "hour.last_at",
  "covered_ms + coalesce(extract(epoch FROM hour.first_at - before.last_at) * 1000, 0)",
  "temperature_samples",
  ...rolledGauges.flatMap((name) => [`min_${name}`, `max_${name}`, `sum_${name}`]),
  ...rolledCounters.flatMap((name) => [
    `${name}_first`,
    `hour.${name}_last`,
    `${name}_increase + coalesce(${step(`before.${name}_last`, `${name}_first`)}, 0)`,
    `${name}_resets + coalesce((${name}_first < before.${name}_last)::int, 0)`,
  ]),
].join(", ");

/** Null where nothing is known of the value before. */
function step(before: string, after: string): string {
  return `CASE WHEN ${after} >= ${before} THEN ${after} - ${before} WHEN ${after} < ${before} THEN ${after} END`;
}
