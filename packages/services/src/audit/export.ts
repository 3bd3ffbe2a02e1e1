import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";
import { writeAudit } from "./write.ts";

/** Entries that are read at once. */
const pageLength = 1000;

export const exportAuditInput = z.object({
  /** From then on; the whole audit where it is left out. */
  since: z.iso
    .datetime()
    .transform((text) => new Date(text))
    .optional(),
  /** Up to, not including. */
  until: z.iso
    .datetime()
    .transform((text) => new Date(text))
    .optional(),
});

/** The audit as a file: one JSON object a line, the oldest first, read as it is sent. */
export async function exportAudit(context: ServiceContext, input: z.infer<typeof exportAuditInput>) {
  requireRight(context, "audit.view");
  const { since = new Date(0), until = context.now } = input;
  const detail = { since: since.toISOString(), until: until.toISOString() };
  await inTransaction(context.db, (tx) =>
    writeAudit(tx, context, { action: "audit.export", objectKind: "audit", objectId: "audit", detail }),
  );
  return {
    name: `crosspoint-audit-${until.toISOString().slice(0, 10)}.ndjson`,
    contentType: "application/x-ndjson",
    parts: linesOf(context, since, until),
  };
}

async function* linesOf({ db }: ServiceContext, since: Date, until: Date): AsyncGenerator<string> {
  let after: { time: Date; id: string } | undefined;
  for (;;) {
    const entries = await db.auditEntry.findMany({
      where: {
        time: { gte: since, lt: until },
        ...(after && { OR: [{ time: { gt: after.time } }, { time: after.time, id: { gt: after.id } }] }),
      },
      orderBy: [{ time: "asc" }, { id: "asc" }],
      take: pageLength,
    });
    if (entries.length > 0) yield `${entries.map((entry) => JSON.stringify(entry)).join("\n")}\n`;
    after = entries.at(-1);
    if (entries.length < pageLength) return;
  }
}
