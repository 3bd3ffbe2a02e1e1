import { type Severity, verdictRank } from "@crosspoint/domain";
import type { Database } from "../client.ts";
import { Prisma } from "../generated/client/client.ts";
import { countsForVerdict } from "./acknowledged.ts";
import { isOfMaintenance, type OpenedWindow } from "./maintained.ts";
import { expectedLifecycles } from "./match-drives.ts";

/** An open condition by which a drive has its verdict. */
export interface WrongRecord {
  readonly driveId: string;
  readonly serial: string;
  readonly rule: string;
  readonly since: Date;
  readonly value: number | null;
}

interface LongestWrong {
  readonly verdict: Severity;
  /** The windows that are open: drives whose verdict is of one are left out. */
  readonly windows: readonly OpenedWindow[];
  /** Conditions, not drives. */
  readonly limit: number;
}

/**
 * The conditions by which drives in service or spare have a verdict, the oldest first, and of one moment by the drive's id:
 * in the order of an index, so that no more are read than are asked for.
 */
export async function findLongestWrong(
  db: Database,
  { verdict, windows, limit }: LongestWrong,
): Promise<WrongRecord[]> {
  return db.$queryRaw<WrongRecord[]>`
    SELECT condition.drive_id::text AS "driveId", state.serial, condition.rule, condition.since,
      condition.value::float8 AS value
    FROM drive_condition AS condition JOIN drive_state AS state ON state.drive_id = condition.drive_id
    WHERE condition.ended_at IS NULL AND condition.severity = ${verdict} AND ${countsForVerdict(Prisma.sql`condition`)}
      AND state.verdict_rank = ${verdictRank(verdict)}::smallint
      AND state.lifecycle = ANY (${[...expectedLifecycles]}::drive_lifecycle[]) AND NOT ${isOfMaintenance(windows)}
    ORDER BY condition.since, condition.drive_id
    LIMIT ${limit}`;
}
