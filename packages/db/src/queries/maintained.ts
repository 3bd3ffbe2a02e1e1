import { type HealthRuleId, HOST_SILENT_AFTER_MS, verdictRank } from "@crosspoint/domain";
import type { Database, Transaction } from "../client.ts";
import { Prisma } from "../generated/client/client.ts";
import { countsForVerdict } from "./acknowledged.ts";

/** A maintenance window since it opened. */
export interface OpenedWindow {
  readonly scope: "fleet" | "group" | "host" | "drive";
  readonly groupId: string | null;
  readonly hostId: string | null;
  readonly driveId: string | null;
  readonly from: Date;
}

const silence: HealthRuleId = "hostNotReporting";

/** What began then or later began in the window. A host that falls silent in it had its last word a little before. */
export function beginsAfter(rule: string, { from }: Pick<OpenedWindow, "from">): Date {
  return rule === silence ? new Date(from.getTime() - HOST_SILENT_AFTER_MS) : from;
}

/** Which of the drives each window is about, by its place in the list. */
export async function findMaintained(
  db: Database | Transaction,
  driveIds: readonly string[],
  windows: readonly OpenedWindow[],
): Promise<{ readonly driveId: string; readonly place: number }[]> {
  if (windows.length === 0 || driveIds.length === 0) return [];
  const of = windows.map(
    (window, place) => Prisma.sql`
      SELECT asked.drive_id::text AS "driveId", ${place}::int AS place FROM asked
      WHERE ${isMaintained(Prisma.sql`asked.drive_id`, window)}`,
  );
  return db.$queryRaw<{ driveId: string; place: number }[]>`
    WITH asked AS (SELECT unnest(${driveIds}::uuid[]) AS drive_id)
    ${Prisma.join(of, " UNION ALL ")} LIMIT ${driveIds.length * windows.length}`;
}

/** Whether the row `state` of drive_state is of a drive that any of the windows is about. */
export function isUnderMaintenance(windows: readonly OpenedWindow[]): Prisma.Sql {
  const each = windows.map((window) => isMaintained(Prisma.sql`state.drive_id`, window));
  return each.length === 0 ? Prisma.sql`false` : Prisma.sql`(${Prisma.join(each, " OR ")})`;
}

/** By itself, by its host, by one that it left since the window opened, or by a group of either. */
function isMaintained(driveId: Prisma.Sql, { scope, from, ...of }: OpenedWindow): Prisma.Sql {
  const stood = Prisma.sql`(place.ended_at IS NULL OR place.ended_at >= ${from})`;
  switch (scope) {
    case "fleet":
      return Prisma.sql`true`;
    case "drive":
      return Prisma.sql`${driveId} = ${of.driveId}::uuid`;
    case "host":
      return Prisma.sql`${driveId} IN (
        SELECT place.drive_id FROM drive_sighting AS place WHERE place.host_id = ${of.hostId}::uuid AND ${stood}
      )`;
    case "group":
      return Prisma.sql`${driveId} IN (
        SELECT member.drive_id FROM group_member AS member WHERE member.group_id = ${of.groupId}::uuid
        UNION SELECT place.drive_id FROM group_host AS host JOIN drive_sighting AS place ON place.host_id = host.host_id
        WHERE host.group_id = ${of.groupId}::uuid AND ${stood}
      )`;
  }
}

/**
 * Of the row `state` of drive_state: its verdict is of a window that is open. It became what it is in that, and nothing older
 * is wrong with the drive that nobody acknowledged, or that got worse since somebody did.
 */
export function isOfMaintenance(windows: readonly OpenedWindow[]): Prisma.Sql {
  const notReporting = verdictRank("notReporting");
  const each = windows.map((window) => {
    const { from } = window;
    const silentFrom = beginsAfter(silence, window);
    return Prisma.sql`(
      state.verdict_since >= CASE WHEN state.verdict_rank = ${notReporting} THEN ${silentFrom}::timestamptz ELSE ${from} END
      AND ${isMaintained(Prisma.sql`state.drive_id`, window)}
      AND NOT EXISTS (
        SELECT FROM drive_condition AS older
        WHERE older.drive_id = state.drive_id AND older.ended_at IS NULL AND ${countsForVerdict(Prisma.sql`older`)}
          AND older.since < CASE WHEN older.rule = ${silence} THEN ${silentFrom}::timestamptz ELSE ${from} END
      )
    )`;
  });
  return each.length === 0 ? Prisma.sql`false` : Prisma.sql`(${Prisma.join(each, " OR ")})`;
}

/** Notes of the conditions that began in a window that it was so. Returns how many. */
export async function markMaintained(
  tx: Transaction,
  window: OpenedWindow & { readonly name: string; readonly until: Date },
): Promise<number> {
  const { name, from, until } = window;
  const silentFrom = beginsAfter(silence, window);
  // The earlier of both first: by an index, of all that was ever wrong with drives.
  return tx.$executeRaw`
    UPDATE drive_condition AS condition SET maintenance = ${name}
    WHERE condition.maintenance IS NULL AND condition.since >= ${silentFrom} AND condition.since < ${until}
      AND condition.since >= CASE WHEN condition.rule = ${silence} THEN ${silentFrom}::timestamptz ELSE ${from} END
      AND ${isMaintained(Prisma.sql`condition.drive_id`, window)}`;
}
