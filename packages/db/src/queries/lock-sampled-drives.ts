import { Prisma } from "../generated/client/client.ts";
import type { SqlRunner } from "../plain.ts";
import { list, textList } from "./array-literal.ts";
import { type DriveKey, type OpenConditionRow, openConditions } from "./lock-drives.ts";

/** What a new sample of a drive is judged by: of {@link LockedDrive} as much as a sample needs, and since when its host has it. */
export interface SampledDrive extends DriveKey, DriveTrouble {
  readonly id: string;
  readonly warningTemperatureKelvin: number | null;
  readonly criticalTemperatureKelvin: number | null;
  readonly latestTime: Date | null;
  readonly latestHostId: string | null;
  readonly latestSequence: number | null;
  readonly verdictRank: number;
  readonly verdictSince: Date;
  /** Where it is now. */
  readonly hostId: string | null;
  readonly hostSince: Date | null;
}

/** What is wrong with a drive. */
interface DriveTrouble {
  readonly problem: unknown;
  readonly problemSince: Date | null;
  readonly conditions: readonly OpenConditionRow[];
}

const noTrouble: DriveTrouble = { problem: null, problemSince: null, conditions: [] };

/**
 * Finds drives by identity and locks those that are known with their rows in lists, in the order of their ids: a row that
 * somebody else held is read as it is once the lock is had. They come as one text: a thousand rows of a dozen columns cost
 * the driver more than the database. One of the rank `goodRank` without a problem is taken to have no open condition.
 */
export async function lockSampledDrives(
  tx: SqlRunner,
  keys: readonly DriveKey[],
  goodRank: number,
): Promise<SampledDrive[]> {
  // Drive by drive through its index: a database without fresh statistics would rather read all drives for a hundred.
  await tx.$executeRaw`
    SELECT set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`;
  const [read] = await tx.$queryRaw<{ rows: string | null }[]>`
    SELECT json_agg(locked)::text AS rows FROM (
      SELECT sampled.place, drive.id,
        (drive.controller ->> 'warningTemperatureKelvin')::int AS warning,
        (drive.controller ->> 'criticalTemperatureKelvin')::int AS critical,
        state.verdict_rank AS rank, ${milliseconds("state.verdict_since")} AS since,
        state.problem_kind IS NOT NULL AS problem,
        ${milliseconds("state.sampled_at")} AS "at", state.sampled_host_id AS by, state.sampled_sequence AS sequence,
        state.host_id AS host, ${milliseconds("state.host_since")} AS "hostSince"
      FROM unnest(
        ${list(keys.map(({ pciVendorId }) => pciVendorId))}::int[],
        ${textList(keys.map(({ model }) => model))}::text[],
        ${textList(keys.map(({ serial }) => serial))}::text[]
      ) WITH ORDINALITY AS sampled (pci_vendor_id, model, serial, place)
      JOIN drive USING (pci_vendor_id, model, serial)
      JOIN drive_state AS state ON state.drive_id = drive.id
      ORDER BY drive.id
      LIMIT ${keys.length}
      FOR UPDATE OF drive, state
    ) AS locked`;
  const rows = JSON.parse(read?.rows ?? "[]") as LockedRow[];
  const troubled = rows.filter(({ rank, problem }) => problem || rank !== goodRank).map(({ id }) => id);
  const troubles = troubled.length > 0 ? await readTroubles(tx, troubled) : new Map<string, DriveTrouble>();
  return rows.flatMap((row) => {
    const key = keys[row.place - 1];
    return key === undefined ? [] : [sampledDrive(key, row, troubles.get(row.id) ?? noTrouble)];
  });
}

interface LockedRow {
  readonly place: number;
  readonly id: string;
  readonly warning: number | null;
  readonly critical: number | null;
  readonly rank: number;
  readonly since: number;
  readonly problem: boolean;
  readonly at: number | null;
  readonly by: string | null;
  readonly sequence: number | null;
  readonly host: string | null;
  readonly hostSince: number | null;
}

function sampledDrive({ pciVendorId, model, serial }: DriveKey, row: LockedRow, trouble: DriveTrouble): SampledDrive {
  return {
    pciVendorId,
    model,
    serial,
    ...trouble,
    id: row.id,
    warningTemperatureKelvin: row.warning,
    criticalTemperatureKelvin: row.critical,
    latestTime: date(row.at),
    latestHostId: row.by,
    latestSequence: row.sequence,
    verdictRank: row.rank,
    verdictSince: new Date(row.since),
    hostId: row.host,
    hostSince: date(row.hostSince),
  };
}

/** Of drives that are locked. */
async function readTroubles(tx: SqlRunner, driveIds: readonly string[]): Promise<Map<string, DriveTrouble>> {
  const rows = await tx.$queryRaw<(DriveTrouble & { readonly id: string })[]>`
    SELECT drive.id, drive.problem, drive.problem_since AS "problemSince", ${openConditions} AS conditions
    FROM drive WHERE drive.id = ANY (${list(driveIds)}::uuid[])
    LIMIT ${driveIds.length}`;
  return new Map(rows.map(({ id, ...trouble }) => [id, trouble]));
}

const milliseconds = (time: string) => Prisma.raw(`round(extract(epoch FROM ${time}) * 1000)::bigint`);

function date(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}
