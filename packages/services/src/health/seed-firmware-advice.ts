import { type FirmwareNotice, firmwareNotices } from "@crosspoint/catalog";
import type { FirmwareAdvice, Transaction } from "@crosspoint/db";
import { markDrives } from "@crosspoint/db/queries/health-marks";
import { actorLabel } from "../actor.ts";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";
import { adviceLimit, columnsOf } from "./rules/firmware-list.ts";

/** Brings the list of firmware up with the catalog's: what people changed, or took off it, stays theirs. Returns how many changed. */
export async function seedFirmwareAdvice(context: ServiceContext): Promise<number> {
  requireRight(context, "system.maintain");
  return inTransaction(context.db, async (tx) => {
    // One worker at a time.
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('firmware_advice'))::text`;
    const stored = await tx.firmwareAdvice.findMany({ take: adviceLimit + firmwareNotices.length });
    const byId = new Map(stored.map((row) => [row.id, row]));
    const changed = firmwareNotices.filter((notice) => isBehind(byId.get(notice.id), notice));
    for (const notice of changed) await put(tx, context, notice);
    const known = new Set(firmwareNotices.map(({ id }) => id));
    const dropped = stored.filter((row) => row.fromCatalog && row.withdrawnAt === null && !known.has(row.id));
    await tx.firmwareAdvice.deleteMany({ where: { id: { in: dropped.map(({ id }) => id) } } });
    const count = changed.length + dropped.length;
    if (count > 0) await markDrives(tx, { kind: "all" });
    return count;
  });
}

function isBehind(row: FirmwareAdvice | undefined, notice: FirmwareNotice): boolean {
  if (row === undefined) return true;
  if (!row.fromCatalog || row.withdrawnAt !== null) return false;
  const columns = columnsOf(notice);
  const keys = Object.keys(columns) as (keyof typeof columns)[];
  return keys.some((key) => JSON.stringify(row[key]) !== JSON.stringify(columns[key]));
}

async function put(tx: Transaction, context: ServiceContext, notice: FirmwareNotice): Promise<void> {
  const data = {
    ...columnsOf(notice),
    fromCatalog: true,
    changedAt: context.now,
    changedBy: actorLabel(context.actor),
  };
  await tx.firmwareAdvice.upsert({ where: { id: notice.id }, create: { id: notice.id, ...data }, update: data });
}
