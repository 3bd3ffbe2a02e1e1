import { list } from "../array-literal.ts";
import { CopiedRows } from "../binary/copied-rows.ts";
import { type BinaryWriter, uuidBytes } from "../binary/writer.ts";
import { Prisma } from "../generated/client/client.ts";
import type { LaterRunner, SqlRunner } from "../plain.ts";
import { markSampledHours } from "./mark-sampled-hours.ts";
import { type SmartLogBytes, smartLogBytesMost } from "./smart-log-bytes.ts";
import {
  type SmartLogRow,
  smartLogArrays,
  smartLogExcluded,
  smartLogFields,
  smartLogNames,
  smartLogSelected,
} from "./smart-log-columns.ts";

/** One sample. */
export interface SmartSampleRow {
  readonly driveId: string;
  readonly hostId: string;
  /** By its host's clock. */
  readonly timeMs: number;
  readonly log: SmartLogRow;
  /** It is the drive's newest, whose place drive_reading holds. */
  readonly isNewest: boolean;
}

/**
 * Adds samples, and marks their hours. A drive has one sample at one time: of two, the first stays, unless the second is the drive's
 * newest. Which one that is is decided before, under the drives' locks: by the time alone it could not be, because a host's
 * clock may be set back.
 */
export async function insertSmartSamples(tx: SqlRunner, rows: readonly SmartSampleRow[]): Promise<void> {
  const [newest, others] = [rows.filter(({ isNewest }) => isNewest), rows.filter(({ isNewest }) => !isNewest)];
  if (others.length > 0) await insert(tx, others, Prisma.sql`DO NOTHING`);
  if (newest.length > 0) {
    await insert(tx, newest, Prisma.sql`DO UPDATE SET host_id = excluded.host_id, ${smartLogExcluded}`);
  }
  await markSampledHours(tx, rows);
}

async function insert(tx: SqlRunner, rows: readonly SmartSampleRow[], onConflict: Prisma.Sql): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO smart_sample (drive_id, host_id, time, ${smartLogNames})
    SELECT drive_id, host_id, time, ${smartLogSelected}
    FROM unnest(
      ${list(rows.map(({ driveId }) => driveId))}::uuid[],
      ${list(rows.map(({ hostId }) => hostId))}::uuid[],
      ${list(rows.map(({ timeMs }) => new Date(timeMs).toISOString()))}::timestamptz[],
      ${smartLogArrays(rows.map(({ log }) => log))}
    ) AS sample (drive_id, host_id, time, ${smartLogNames})
    ON CONFLICT (drive_id, time) ${onConflict}`;
}

const copyStatement =
  Prisma.sql`COPY smart_sample (drive_id, host_id, time, ${smartLogNames}) FROM STDIN (FORMAT binary)`.text;
const columnsOfRow = 3 + smartLogFields.length;
const hostAndTimeBytes = 4 + uuidBytes + 12;
const rowBytesMost = 4 + uuidBytes + hostAndTimeBytes + smartLogBytesMost;

/** Samples that are added in the cheapest way, without marks. It fails where a drive has one at that time. */
export class CopiedSamples {
  readonly #rows: CopiedRows;
  #lastMs = Number.NaN;
  #lastHost = "";
  /** Where host and time of the sample before are. */
  #lastAt = 0;

  /** They are written over what `writer` held, which is theirs until they are stored. */
  constructor(writer: BinaryWriter) {
    this.#rows = new CopiedRows(copyStatement, columnsOfRow, writer);
  }

  /** `timeMs` by its host's clock. */
  add(driveId: string, hostId: string, timeMs: number, log: SmartLogBytes): void {
    this.#rows.begin(rowBytesMost);
    const { writer } = this.#rows;
    writer.uuid(driveId);
    const { at } = writer;
    // A report's samples are mostly of one moment.
    if (timeMs === this.#lastMs && hostId === this.#lastHost)
      writer.raw(writer.bytes, this.#lastAt, this.#lastAt + hostAndTimeBytes);
    else {
      writer.uuid(hostId);
      writer.timestamp(timeMs);
      [this.#lastMs, this.#lastHost] = [timeMs, hostId];
    }
    this.#lastAt = at;
    writer.raw(log.bytes, log.from, log.end);
  }

  send(tx: LaterRunner): void {
    this.#rows.send(tx);
  }
}
