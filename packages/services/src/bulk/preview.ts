import { findDrives } from "@crosspoint/db/queries/find-drives";
import { findsFew } from "@crosspoint/db/queries/match-drives";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { cursorOf } from "../cursor.ts";
import { driveSelection, filterOfSelection } from "../drive/rules/filter.ts";
import { requireRight } from "../rights.ts";
import { kindOf } from "./kinds/kind-of.ts";
import { bulkRequest } from "./rules/bulk-request.ts";
import { goneText, type Judged } from "./rules/kind.ts";
import { nothingShown, readShown, shownText, withShown, writeShown } from "./rules/shown.ts";

/** Drives that are judged at once. */
const pageLength = 500;

/** The serial and the id, and what the pages up to there have shown. */
const cursor = cursorOf(z.tuple([z.string(), z.uuid(), shownText]));

export const previewBulkInput = z.object({
  selection: driveSelection,
  request: bulkRequest,
  cursor: cursor.text.optional(),
});

export interface PreviewedDrive extends Judged {
  readonly driveId: string;
  readonly model: string;
  readonly serial: string;
}

export interface BulkPreview {
  /** In the order of the serials. */
  readonly drives: readonly PreviewedDrive[];
  /** Absent on the last page. */
  readonly nextCursor: string | undefined;
  /** On the last page: which drives all pages have shown, for the request. */
  readonly shown: string | undefined;
}

/** What a bulk action would do to each drive of a selection, and to which it would do nothing and why; a page of them. */
export async function previewBulk(
  context: ServiceContext,
  { selection, request, cursor: place }: z.infer<typeof previewBulkInput>,
): Promise<BulkPreview> {
  const kind = kindOf(request);
  requireRight(context, kind.right);
  const filter = await filterOfSelection(context, selection);
  const [serial, id, before] = cursor.read(place) ?? [];
  const found = await findDrives(
    context.db,
    filter,
    { column: "serial", descending: false },
    {
      after: serial === undefined || id === undefined ? undefined : { key: serial, serial, id },
      limit: pageLength + 1,
      few: await findsFew(context.db, filter),
    },
  );
  const page = found.slice(0, pageLength).map((drive) => ({ driveId: drive.id, ...nameOf(drive) }));
  const judged = await kind.judge(context.db, context, request, page);
  const gone: Judged = { will: false, text: goneText };
  const last = found.length > pageLength ? page.at(-1) : undefined;
  const shown = writeShown(
    withShown(
      before === undefined ? nothingShown : readShown(before),
      page.map(({ driveId }) => driveId),
    ),
  );
  return {
    drives: page.map((drive) => ({ ...drive, ...(judged.get(drive.driveId) ?? gone) })),
    nextCursor: last && cursor.write([last.serial, last.driveId, shown]),
    shown: last === undefined ? shown : undefined,
  };
}

function nameOf({ model, serial }: { model: string; serial: string }) {
  return { model, serial };
}
