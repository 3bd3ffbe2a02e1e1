import { bytesTextOfDataUnits } from "@crosspoint/domain";
import { list, timeList } from "../array-literal.ts";
import { bigintArray, intArray, numericArray, uuidArray, xidArray } from "../binary/arrays.ts";
import type { LaterRunner } from "../plain.ts";
import { updateDriveAges } from "./update-drive-states.ts";

/** The newest sample of a drive with which nothing is wrong, as it is judged. Counters are decimal text: they are wider than 64 bits. */
export interface CalmSample {
  readonly drive: {
    readonly id: string;
    /** The `xmin` that the row of its newest reading is expected to have. */
    readonly revision: number;
    /** As lists have them. */
    readonly percentageUsed: number | null;
    readonly powerOnHours: string | null;
  };
  readonly log: {
    readonly compositeTemperatureKelvin: number;
    readonly percentageUsed: number;
    readonly dataUnitsWritten: string;
    readonly powerOnHours: string;
  };
  readonly moment: {
    readonly time: Date;
    readonly hostId: string;
    readonly sequence: number | undefined;
    /** By its host's clock. */
    readonly clockMs?: number;
  };
}

/**
 * Writes the newest readings of drives whose verdict is what it was, where nobody else has changed anything about them, and nobody has
 * set a threshold. Where that is not so of all of them, what they were judged by is old, and nothing of it may stay: the transaction
 * fails as one that lost to another. Columns are unnested side by side in a list of what is selected: as a table, each of them would
 * be stored and read again. They are in binary, which PostgreSQL reads in less time than text.
 */
export async function updateCalmDrives(tx: LaterRunner, samples: readonly CalmSample[]): Promise<void> {
  const moments = new Moments();
  const places = intArray(samples.map(({ moment }) => moments.placeOf(moment)));
  const { times, clocks, hosts } = moments;
  await tx.$executeRaw`
    WITH updated AS (
      UPDATE drive_reading AS reading SET
        temperature_kelvin = now.temperature_kelvin, bytes_written = now.bytes_written,
        sampled_at = (${timeList(times)}::timestamptz[])[now.moment],
        sample_time = (${timeList(clocks)}::timestamptz[])[now.moment],
        sampled_host_id = (${list(hosts)}::uuid[])[now.moment], sampled_sequence = now.sequence
      FROM (
        SELECT unnest(${uuidArray(samples.map(({ drive }) => drive.id))}::uuid[]) AS drive_id,
          unnest(${xidArray(samples.map(({ drive }) => drive.revision))}::xid[]) AS revision,
          unnest(${intArray(samples.map(({ log }) => log.compositeTemperatureKelvin))}::int[]) AS temperature_kelvin,
          unnest(${numericArray(samples.map(({ log }) => bytesTextOfDataUnits(log.dataUnitsWritten)))}::numeric[]) AS bytes_written,
          unnest(${places}::int[]) AS moment,
          unnest(${bigintArray(samples.map(({ moment }) => moment.sequence ?? null))}::bigint[]) AS sequence
      ) AS now
      WHERE reading.drive_id = now.drive_id AND reading.xmin = now.revision AND NOT EXISTS (SELECT FROM health_threshold)
      RETURNING 1
    )
    SELECT require_rows((SELECT count(*) FROM updated), ${samples.length}::bigint)`;
  const aged = samples.filter(
    ({ drive, log }) => drive.percentageUsed !== log.percentageUsed || drive.powerOnHours !== log.powerOnHours,
  );
  if (aged.length > 0)
    await updateDriveAges(
      tx,
      aged.map(({ drive, log }) => ({ driveId: drive.id, ...log })),
    );
}

/** Whose samples were told when: each written once for the many drives of a report, because reading a time costs more than a number. */
class Moments {
  readonly times: number[] = [];
  readonly clocks: number[] = [];
  readonly hosts: string[] = [];
  readonly #places = new Map<Date, number>();

  /** From 1. A report's samples of one moment share their time. */
  placeOf({ time, hostId, clockMs = time.getTime() }: CalmSample["moment"]): number {
    const known = this.#places.get(time);
    if (known !== undefined && this.clocks[known - 1] === clockMs && this.hosts[known - 1] === hostId) return known;
    this.times.push(time.getTime());
    this.clocks.push(clockMs);
    this.hosts.push(hostId);
    this.#places.set(time, this.times.length);
    return this.times.length;
  }
}
