import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { cursorOf } from "../cursor.ts";
import { requireRight } from "../rights.ts";

const pageLength = 100;
/** Its place in the bulk action. */
const cursor = cursorOf(z.tuple([z.int()]));
const outcomes = ["done", "refused", "failed", "stopped"] as const;

export const listBulkDrivesInput = z.object({
  bulkActionId: z.uuid(),
  /** Left out: all, also those that wait. */
  outcome: z.enum(outcomes).optional(),
  cursor: cursor.text.optional(),
});

export interface BulkDriveEntry {
  readonly driveId: string;
  readonly model: string;
  readonly serial: string;
  /** Undefined while it waits. */
  readonly outcome: (typeof outcomes)[number] | undefined;
  readonly reason: string | undefined;
}

export interface BulkDriveList {
  readonly drives: readonly BulkDriveEntry[];
  /** Absent on the last page. */
  readonly nextCursor: string | undefined;
}

/** The drives of a bulk action, each with what became of it, in the order of their serials. */
export async function listBulkDrives(
  context: ServiceContext,
  { bulkActionId, outcome, cursor: place }: z.infer<typeof listBulkDrivesInput>,
): Promise<BulkDriveList> {
  requireRight(context, "fleet.view");
  const [after = 0] = cursor.read(place) ?? [];
  const rows = await context.db.bulkActionDrive.findMany({
    where: { bulkActionId, place: { gt: after }, ...(outcome === undefined ? {} : { outcome }) },
    orderBy: { place: "asc" },
    take: pageLength + 1,
  });
  const page = rows.slice(0, pageLength);
  const last = rows.length > pageLength ? page.at(-1) : undefined;
  return {
    drives: page.map(({ driveId, model, serial, outcome: became, reason }) => ({
      driveId,
      model,
      serial,
      outcome: outcomes.find((each) => each === became),
      reason: reason ?? undefined,
    })),
    nextCursor: last && cursor.write([last.place]),
  };
}
