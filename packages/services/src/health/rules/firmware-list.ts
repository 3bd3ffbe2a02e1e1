import type { FirmwareNotice } from "@crosspoint/catalog";
import type { Database, FirmwareAdvice, Transaction } from "@crosspoint/db";
import { z } from "zod";

/** All of them are held while drives are judged. */
export const adviceLimit = 1000;

export const impacts = ["dataLoss", "hang", "wear", "function", "performance"] as const;
export const impactSchema = z.enum(impacts);

/** The list as it counts now: without what was taken off it. */
export async function readFirmwareList(db: Database | Transaction): Promise<FirmwareNotice[]> {
  const rows = await db.firmwareAdvice.findMany({
    where: { withdrawnAt: null },
    orderBy: { id: "asc" },
    take: adviceLimit,
  });
  return rows.map(noticeOf);
}

export function noticeOf(row: FirmwareAdvice): FirmwareNotice {
  const { id, models, bad, fixed, impact, powerOnHours, text, publisher, url } = row;
  return {
    id,
    models,
    bad,
    fixed: fixed ?? undefined,
    impact: impactSchema.parse(impact),
    ...(powerOnHours === null ? {} : { powerOnHours }),
    text,
    source: { publisher, url },
  };
}

/** The other way about. */
export function columnsOf({ models, bad, fixed, impact, powerOnHours, text, source }: FirmwareNotice) {
  const { publisher, url } = source;
  const known = { fixed: fixed ?? null, powerOnHours: powerOnHours ?? null };
  return { models: [...models], bad: [...bad], ...known, impact, text, publisher, url };
}
