import { z } from "zod";

const detail = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
/** What an entry of the audit says beside who, what and of which object. */
export type AuditDetail = Readonly<z.infer<typeof detail>>;

/** The one reader of `audit_entry.detail`. */
export function readAuditDetail(column: unknown): AuditDetail {
  return detail.parse(column);
}
