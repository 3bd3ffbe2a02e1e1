import type { Transaction } from "../client.ts";
import { Prisma } from "../generated/client/client.ts";
import type { Merging } from "./merge-rows.ts";
import { addMarks } from "./rollup-marks.ts";

/** What grows with a drive, in the order in which it is copied, and taken away again. */
export const historyTables = ["smart_sample", "smart_hour", "smart_day"] as const;
export type HistoryTable = (typeof historyTables)[number];
const rolledTables = ["smart_hour", "smart_day"] as const;
type RolledTable = (typeof rolledTables)[number];
const marksOf = { smart_hour: "smart_hour_mark", smart_day: "smart_day_mark" } as const;

/** The oldest merge that the worker has to do with and that no other has in hand, locked, behind those that are named. */
export async function takeMerge(
  tx: Transaction,
  except: readonly string[],
): Promise<(Merging & { readonly state: "merging" | "unmerging" }) | undefined> {
  const rows = await tx.$queryRaw<(Merging & { readonly state: "merging" | "unmerging" })[]>`
    SELECT id::text AS id, away_id::text AS "awayId", into_id::text AS "intoId", state::text AS state FROM drive_merge
    WHERE state IN ('merging', 'unmerging') AND id <> ALL (${[...except]}::uuid[])
    ORDER BY requested_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`;
  return rows[0];
}

/** Whether hours of a drive have still to be rolled up. */
export async function hasMarkedHours(tx: Transaction, driveId: string): Promise<boolean> {
  return (await tx.smartHourMark.findFirst({ where: { driveId }, select: { time: true } })) !== null;
}

/**
 * Copies at most `limit` rows of a table that the other record has no row of the same time of, and notes their times. Returns how many;
 * 0: none is left.
 */
export async function copyHistory(
  tx: Transaction,
  merge: Merging,
  table: HistoryTable,
  limit: number,
): Promise<number> {
  const { id, awayId, intoId } = merge;
  const name = Prisma.raw(table);
  const [last] = await tx.$queryRaw<{ time: Date | null }[]>`
    SELECT max(time) AS time FROM merged_time WHERE merge_id = ${id}::uuid AND kind = ${table}`;
  // The other's times are listed first: the two records may lie on two nodes of a cluster.
  const times = await tx.$queryRaw<{ time: Date }[]>`
    WITH others AS MATERIALIZED (SELECT time FROM ${name} WHERE drive_id = ${intoId}::uuid)
    SELECT own.time FROM ${name} AS own LEFT JOIN others ON others.time = own.time
    WHERE own.drive_id = ${awayId}::uuid AND own.time > coalesce(${last?.time ?? null}::timestamptz, '-infinity')
      AND others.time IS NULL
    ORDER BY own.time LIMIT ${limit}`;
  if (times.length === 0) return 0;
  const columns = await columnsOf(tx, table);
  const asked = times.map(({ time }) => time.toISOString());
  await tx.$executeRaw`
    INSERT INTO ${name} (drive_id, ${columns})
    SELECT ${intoId}::uuid, ${columns} FROM ${name} WHERE drive_id = ${awayId}::uuid AND time = ANY (${asked}::timestamptz[])`;
  await tx.$executeRaw`
    INSERT INTO merged_time (merge_id, kind, time) SELECT ${id}::uuid, ${table}, time FROM unnest(${asked}::timestamptz[]) AS time`;
  return times.length;
}

/**
 * Notes what the merge changes of the other record's hours and days, as they are before anything is copied: those that both have, and
 * those behind one that is copied, whose first step is from there then.
 */
export async function noteChanging(tx: Transaction, { id, awayId, intoId }: Merging): Promise<void> {
  const copied = await tx.mergedTime.findFirst({ where: { mergeId: id }, select: { time: true } });
  if (copied !== null) return;
  for (const table of rolledTables) {
    const [own, theirs] = [await timesOf(tx, table, awayId), await timesOf(tx, table, intoId)];
    const all = [...new Set([...own, ...theirs])].toSorted((a, b) => a - b);
    const isChanging = (time: number, at: number) =>
      theirs.has(time) && (own.has(time) || own.has(all[at - 1] ?? Number.NaN));
    const asked = all.filter(isChanging).map((time) => new Date(time).toISOString());
    const rows = await tx.$queryRaw<{ time: Date; row: string }[]>`
      SELECT time, to_jsonb(other)::text AS row FROM ${Prisma.raw(table)} AS other
      WHERE drive_id = ${intoId}::uuid AND time = ANY (${asked}::timestamptz[])`;
    await tx.$executeRaw`
      INSERT INTO merged_item (merge_id, kind, key, row)
      SELECT ${id}::uuid, ${table}, extract(epoch FROM other.time)::text, other.row::jsonb
      FROM unnest(
        ${rows.map(({ time }) => time.toISOString())}::timestamptz[], ${rows.map(({ row }) => row)}::text[]
      ) AS other (time, row)`;
  }
}

/** Marks, once all is copied, what was noted, and what was copied behind an hour or a day of the other record: their steps are others. */
export async function markChanged(tx: Transaction, { id, intoId }: Merging): Promise<void> {
  for (const table of rolledTables) {
    const noted = await tx.$queryRaw<{ key: string }[]>`
      SELECT key FROM merged_item WHERE merge_id = ${id}::uuid AND kind = ${table}`;
    const moved = await tx.$queryRaw<{ time: Date }[]>`
      SELECT time FROM merged_time WHERE merge_id = ${id}::uuid AND kind = ${table}`;
    const copied = new Set(moved.map(({ time }) => time.getTime()));
    const all = [...(await timesOf(tx, table, intoId))].toSorted((a, b) => a - b);
    const behind = all.filter((time, at) => at > 0 && copied.has(time) && !copied.has(all[at - 1] ?? Number.NaN));
    const changed = [...noted.map(({ key }) => Number(key) * 1000), ...behind];
    await addMarks(
      tx,
      marksOf[table],
      changed.map((time) => ({ driveId: intoId, time: new Date(time) })),
    );
  }
}

/**
 * Takes at most `limit` rows away from the other record that were copied to it; an hour or a day that it has more of is rolled up anew
 * from what is left. Returns how many; 0: none is left.
 */
export async function dropHistory(
  tx: Transaction,
  merge: Merging,
  table: HistoryTable,
  limit: number,
): Promise<number> {
  const { id, intoId } = merge;
  const name = Prisma.raw(table);
  const times = await tx.$queryRaw<{ time: Date }[]>`
    SELECT time FROM merged_time WHERE merge_id = ${id}::uuid AND kind = ${table} ORDER BY time LIMIT ${limit}`;
  const asked = times.map(({ time }) => time.toISOString());
  if (times.length === 0) return table === "smart_sample" ? 0 : restoreChanged(tx, merge, table);
  await tx.$executeRaw`DELETE FROM ${name} WHERE drive_id = ${intoId}::uuid AND time = ANY (${asked}::timestamptz[])`;
  await tx.$executeRaw`
    DELETE FROM merged_time WHERE merge_id = ${id}::uuid AND kind = ${table} AND time = ANY (${asked}::timestamptz[])`;
  if (table !== "smart_sample")
    await markAnew(tx, intoId, table, [...times, ...(await behindThem(tx, intoId, table, times))]);
  return times.length;
}

/** The first hour, or day, that is left behind each of those: its first step was from there. */
async function behindThem(
  tx: Transaction,
  driveId: string,
  table: RolledTable,
  gone: readonly { readonly time: Date }[],
): Promise<{ readonly time: Date }[]> {
  const left = [...(await timesOf(tx, table, driveId))].toSorted((a, b) => a - b);
  const behind = new Set<number>();
  let at = 0;
  // Both in the order of their times.
  for (const { time } of gone) {
    while (at < left.length && (left[at] ?? 0) < time.getTime()) at += 1;
    const next = left[at];
    if (next !== undefined) behind.add(next);
  }
  return [...behind].map((time) => ({ time: new Date(time) }));
}

/** Puts back what the other record had of hours or days that the merge changed, the oldest first. Returns how many. */
async function restoreChanged(tx: Transaction, { id, intoId }: Merging, table: RolledTable): Promise<number> {
  const name = Prisma.raw(table);
  const items = await tx.$queryRaw<{ key: string }[]>`
    SELECT key FROM merged_item WHERE merge_id = ${id}::uuid AND kind = ${table} ORDER BY key::numeric LIMIT 1000`;
  if (items.length === 0) return 0;
  const times = items.map(({ key }) => ({ time: new Date(Number(key) * 1000) }));
  const asked = times.map(({ time }) => time.toISOString());
  await tx.$executeRaw`DELETE FROM ${name} WHERE drive_id = ${intoId}::uuid AND time = ANY (${asked}::timestamptz[])`;
  await tx.$executeRaw`
    INSERT INTO ${name} SELECT kept.* FROM merged_item AS item, jsonb_populate_record(NULL::${name}, item.row) AS kept
    WHERE item.merge_id = ${id}::uuid AND item.kind = ${table} AND item.key = ANY (${items.map(({ key }) => key)}::text[])`;
  await tx.mergedItem.deleteMany({ where: { mergeId: id, kind: table, key: { in: items.map(({ key }) => key) } } });
  await markAnew(tx, intoId, table, times);
  return items.length;
}

/** Marks those hours, or days, of which something is left to roll up. */
async function markAnew(
  tx: Transaction,
  driveId: string,
  table: RolledTable,
  times: readonly { readonly time: Date }[],
): Promise<void> {
  const isHour = table === "smart_hour";
  const from = Prisma.raw(isHour ? "smart_sample" : "smart_hour");
  const length = Prisma.raw(isHour ? "interval '1 hour'" : "interval '24 hours'");
  const asked = times.map(({ time }) => time.toISOString());
  const left = await tx.$queryRaw<{ time: Date }[]>`
    SELECT DISTINCT began.time FROM unnest(${asked}::timestamptz[]) AS began (time)
    JOIN ${from} AS own ON own.time >= began.time AND own.time < began.time + ${length}
    WHERE own.drive_id = ${driveId}::uuid`;
  await addMarks(
    tx,
    marksOf[table],
    left.map(({ time }) => ({ driveId, time })),
  );
}

async function timesOf(tx: Transaction, table: RolledTable, driveId: string): Promise<Set<number>> {
  const rows = await tx.$queryRaw<{ time: Date }[]>`
    SELECT time FROM ${Prisma.raw(table)} WHERE drive_id = ${driveId}::uuid`;
  return new Set(rows.map(({ time }) => time.getTime()));
}

/** All but the drive, quoted. */
async function columnsOf(tx: Transaction, table: HistoryTable): Promise<Prisma.Sql> {
  const rows = await tx.$queryRaw<{ name: string }[]>`
    SELECT quote_ident(attname) AS name FROM pg_attribute
    WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped AND attname <> 'drive_id'
    ORDER BY attnum LIMIT 200`;
  return Prisma.raw(rows.map(({ name }) => name).join(", "));
}
