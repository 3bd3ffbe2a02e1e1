import { z } from "zod";

/** What a merge changed of the two drives' own rows, as it was. */
const recordApart = z.object({
  awayLifecycle: z.enum(["inService", "spare", "retired", "replaced"]),
  awayLifecycleSince: z.iso.datetime().nullable(),
  intoFirstSeenAt: z.iso.datetime(),
});
export type RecordApart = z.infer<typeof recordApart>;

/** The one reader of `drive_merge.apart`. */
export function readRecordApart(column: unknown): RecordApart {
  return recordApart.parse(column);
}
