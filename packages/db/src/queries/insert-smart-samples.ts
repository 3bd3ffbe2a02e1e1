import { list } from "../array-literal.ts";
import { Prisma } from "../generated/client/client.ts";
import type { LaterRunner, SqlRunner } from "../plain.ts";
import { markSampledHours } from "./mark-sampled-hours.ts";
import {
  type SmartLogRow,
  smartLogArrays,
  smartLogExcluded,
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

const copyStatement = Prisma.sql`COPY smart_sample (drive_id, host_id, time, ${smartLogNames}) FROM STDIN`.text;

/** Samples that are added in the cheapest way, without marks. It fails where a drive has one at that time. */
export class CopiedSamples {
  readonly #parts: string[] = [];
  #lastMs = Number.NaN;
  #lastHost = "";
  #between = "";

  /** `timeMs` by its host's clock, `text` its log as `smartLogText` writes it. */
  add(driveId: string, hostId: string, timeMs: number, text: string): void {
    // A report's samples are mostly of one moment.
    if (timeMs !== this.#lastMs || hostId !== this.#lastHost) {
      this.#between = `\t${hostId}\t${new Date(timeMs).toISOString()}\t`;
      [this.#lastMs, this.#lastHost] = [timeMs, hostId];
    }
    this.#parts.push(driveId, this.#between, text, "\n");
  }

  send(tx: LaterRunner): void {
    if (this.#parts.length > 0) tx.copyIn(copyStatement, this.#parts.join(""));
  }
}
