import { type FirmwareNotice, firmwareNotices } from "@crosspoint/catalog";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { adviceLimit, noticeOf } from "./rules/firmware-list.ts";
import { firmwaresOfFleet } from "./rules/firmware-patterns.ts";

/** An entry of the list of firmware that others had trouble with. */
export interface ListedFirmware extends FirmwareNotice {
  /** As the catalog has it. */
  readonly fromCatalog: boolean;
  /** The catalog has it too, and it can be as there again. */
  readonly inCatalog: boolean;
  /** In service or spare, with such a firmware: those that the drives list narrowed to this notice has. */
  readonly drives: number;
  readonly changedAt: Date;
  readonly changedBy: string;
  /** Undefined while it counts. */
  readonly withdrawnAt: Date | undefined;
}

/** The whole list, with what was taken off it. */
export async function listFirmwareAdvice(context: ServiceContext): Promise<ListedFirmware[]> {
  requireRight(context, "fleet.view");
  const rows = await context.db.firmwareAdvice.findMany({ orderBy: { id: "asc" }, take: adviceLimit });
  const firmwaresOf = await firmwaresOfFleet(context.db);
  const catalogIds = new Set(firmwareNotices.map(({ id }) => id));
  return rows.map((row) => ({
    ...noticeOf(row),
    fromCatalog: row.fromCatalog,
    inCatalog: catalogIds.has(row.id),
    drives: firmwaresOf(row).reduce((sum, { drives }) => sum + drives, 0),
    changedAt: row.changedAt,
    changedBy: row.changedBy,
    withdrawnAt: row.withdrawnAt ?? undefined,
  }));
}
