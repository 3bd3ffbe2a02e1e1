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
  /** It is the drive's newest, whose place drive_state holds. */
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

/** One sample to be copied. */
export interface CopiedSample {
  readonly driveId: string;
  readonly hostId: string;
  /** By its host's clock. */
  readonly timeMs: number;
  /** Its log as `smartLogText` writes it. */
  readonly text: string;
}

/** Adds samples in the cheapest way, without marks. It fails where a drive has one at that time. */
export function copySmartSamples(tx: LaterRunner, rows: readonly CopiedSample[]): void {
  const parts: string[] = [];
  let [lastMs, lastHost, between] = [Number.NaN, "", ""];
  for (const { driveId, hostId, timeMs, text } of rows) {
    // A report's samples are mostly of one moment.
    if (timeMs !== lastMs || hostId !== lastHost) {
      between = `\t${hostId}\t${new Date(timeMs).toISOString()}\t`;
      [lastMs, lastHost] = [timeMs, hostId];
    }
    parts.push(driveId, between, text, "\n");
  }
  tx.copyIn(copyStatement, parts.join(""));
}
