import { list, timeList } from "../array-literal.ts";
import type { SqlRunner } from "../plain.ts";

/** The newest reading of a drive with which nothing is wrong. Counters are decimal text: they are wider than 64 bits. */
export interface CalmDriveRow {
  readonly driveId: string;
  /** The `xmin` that its row is expected to have. */
  readonly revision: number;
  readonly temperatureKelvin: number;
  readonly percentageUsed: number;
  readonly bytesWritten: string;
  readonly powerOnHours: string;
  readonly sampledAt: Date;
  /** By its host's clock. */
  readonly sampleTimeMs: number;
  readonly hostId: string;
  readonly sequence: number | null;
}

/**
 * Writes the newest readings of drives whose verdict is what it was, where nobody else has changed their rows, and nobody has
 * set a threshold. Returns of how many that is so: where it is not of all, what they were judged by is old, and nothing of it may
 * stay.
 */
export async function updateCalmDrives(tx: SqlRunner, rows: readonly CalmDriveRow[]): Promise<number> {
  const moments = new Moments();
  const places = list(rows.map((row) => moments.placeOf(row)));
  const { times, clocks, hosts } = moments;
  return tx.$executeRaw`
    UPDATE drive_state AS state SET
      temperature_kelvin = now.temperature_kelvin, percentage_used = now.percentage_used,
      bytes_written = now.bytes_written, power_on_hours = now.power_on_hours,
      sampled_at = (${timeList(times)}::timestamptz[])[now.moment],
      sample_time = (${timeList(clocks)}::timestamptz[])[now.moment],
      sampled_host_id = (${list(hosts)}::uuid[])[now.moment], sampled_sequence = now.sequence
    FROM unnest(
      ${list(rows.map(({ driveId }) => driveId))}::uuid[],
      ${list(rows.map(({ revision }) => revision))}::xid[],
      ${list(rows.map(({ temperatureKelvin }) => temperatureKelvin))}::int[],
      ${list(rows.map(({ percentageUsed }) => percentageUsed))}::smallint[],
      ${list(rows.map(({ bytesWritten }) => bytesWritten))}::numeric[],
      ${list(rows.map(({ powerOnHours }) => powerOnHours))}::numeric[],
      ${places}::int[],
      ${list(rows.map(({ sequence }) => sequence))}::bigint[]
    ) AS now (drive_id, revision, temperature_kelvin, percentage_used, bytes_written, power_on_hours, moment, sequence)
    WHERE state.drive_id = now.drive_id AND state.xmin = now.revision AND NOT EXISTS (SELECT FROM health_threshold)`;
}

/** Whose samples were told when: each written once for the many drives of a report, because reading a time costs more than a number. */
class Moments {
  readonly times: number[] = [];
  readonly clocks: number[] = [];
  readonly hosts: string[] = [];
  readonly #places = new Map<Date, number>();

  /** From 1. A report's samples of one moment share their time. */
  placeOf({ sampledAt, sampleTimeMs, hostId }: CalmDriveRow): number {
    const known = this.#places.get(sampledAt);
    if (known !== undefined && this.clocks[known - 1] === sampleTimeMs && this.hosts[known - 1] === hostId)
      return known;
    this.times.push(sampledAt.getTime());
    this.clocks.push(sampleTimeMs);
    this.hosts.push(hostId);
    this.#places.set(sampledAt, this.times.length);
    return this.times.length;
  }
}
