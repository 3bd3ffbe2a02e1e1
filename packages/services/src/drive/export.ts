import type { Database } from "@crosspoint/db";
import { type DrivePlace, findDrives } from "@crosspoint/db/queries/find-drives";
import { type DriveFilter, findsFew } from "@crosspoint/db/queries/match-drives";
import { z } from "zod";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";
import { driveExportFormats } from "./rules/export-formats.ts";
import { driveSelection, filterOfSelection } from "./rules/filter.ts";
import { driveListEntry } from "./rules/list-entry.ts";

/** Drives that are read at once. */
const pageLength = 500;

export const exportDrivesInput = z.object({ format: z.enum(["csv", "json"]), selection: driveSelection });

/** Drives as a file, in the order of their serials, with all that the list knows of each; read as it is sent. */
export async function exportDrives(context: ServiceContext, { format, selection }: z.infer<typeof exportDrivesInput>) {
  requireRight(context, "fleet.view");
  const detail = { format, drives: selection.kind === "drives" ? selection.driveIds.length : "all matches" };
  await inTransaction(context.db, (tx) =>
    writeAudit(tx, context, { action: "drive.export", objectKind: "drives", objectId: "drives", detail }),
  );
  const { contentType } = driveExportFormats[format];
  return {
    name: `crosspoint-drives-${context.now.toISOString().slice(0, 10)}.${format}`,
    contentType,
    parts: partsOf(context.db, await filterOfSelection(context, selection), driveExportFormats[format]),
  };
}

type Format = (typeof driveExportFormats)[keyof typeof driveExportFormats];

/** No more than a page of the drives is in memory. */
async function* partsOf(db: Database, filter: DriveFilter, format: Format): AsyncGenerator<string> {
  yield format.start;
  const few = await findsFew(db, filter);
  const bySerial = { column: "serial", descending: false } as const;
  let index = 0;
  let after: DrivePlace | undefined;
  for (;;) {
    const drives = await findDrives(db, filter, bySerial, { after, limit: pageLength, few });
    const first = index;
    if (drives.length > 0) yield drives.map((each, at) => format.drive(driveListEntry(each), first + at)).join("");
    index += drives.length;
    after = drives.at(-1);
    if (drives.length < pageLength) break;
  }
  yield format.end;
}
