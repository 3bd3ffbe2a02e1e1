import { randomUUID } from "node:crypto";
import type { Transaction } from "@crosspoint/db";
import { isRecurrence, occurrenceAt } from "@crosspoint/domain/maintenance";
import { z } from "zod";
import { actorLabel } from "../actor.ts";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { notify } from "../live/notify.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";
import { zoneName } from "../zone.ts";
import { isStanding, windowsLimit } from "./rules/windows.ts";

/** What lasts longer is no maintenance: a drive that is gone for good is retired. */
const longestMinutes = 14 * 24 * 60;

export const createWindowInput = z.object({
  name: z.string().trim().min(1).max(100),
  note: z.string().trim().max(1000).default(""),
  scope: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("fleet") }),
    z.object({ kind: z.enum(["group", "host", "drive"]), id: z.uuid() }),
  ]),
  zone: zoneName,
  /** Wall time there. */
  beginsAt: z.iso.datetime({ local: true, precision: -1 }).length(16),
  durationMinutes: z.int().min(5).max(longestMinutes),
  recurrence: z
    .string()
    .max(60)
    .refine(isRecurrence, "is daily, or on days of the week, or on one day of the month up to the 28th or the last")
    .nullable(),
});

/** Says when work on a part of the fleet is expected: what begins then is recorded, and needs nobody's attention until it ends. */
export async function createWindow(
  context: ServiceContext,
  input: z.input<typeof createWindowInput>,
): Promise<{ windowId: string; from: Date; until: Date }> {
  requireRight(context, "maintenance.manage");
  const { scope, ...asked } = createWindowInput.parse(input);
  const occurrence = occurrenceAt(asked, context.now);
  if (occurrence === undefined) {
    const fields = [{ path: "beginsAt", message: "The window is over." }];
    throw new ServiceError("invalid", "The window is over.", { remedy: "Choose a time that is to come.", fields });
  }
  const { actor, now } = context;
  return inTransaction(context.db, async (tx) => {
    if ((await tx.maintenanceWindow.count({ where: isStanding })) >= windowsLimit) {
      throw new ServiceError("conflict", `There are ${windowsLimit} maintenance windows already.`, {
        remedy: "End some first.",
      });
    }
    const of = scope.kind === "fleet" ? "the fleet" : await nameOf(tx, scope.kind, scope.id);
    const id = randomUUID();
    await tx.maintenanceWindow.create({
      data: {
        ...{ id, ...asked, scope: scope.kind, nextFrom: occurrence.from, nextUntil: occurrence.until },
        ...(scope.kind === "fleet" ? {} : { [`${scope.kind}Id`]: scope.id }),
        ...{ createdById: actor.kind === "person" ? actor.id : null, createdBy: actorLabel(actor), createdAt: now },
      },
    });
    const { name, zone, beginsAt, durationMinutes, recurrence } = asked;
    const detail = { window: name, of, zone, beginsAt, durationMinutes, recurrence };
    await writeAudit(tx, context, { action: "maintenance.create", objectKind: "maintenance", objectId: id, detail });
    await notify(tx, { topic: "maintenance" });
    return { windowId: id, ...occurrence };
  });
}

async function nameOf(tx: Transaction, kind: "group" | "host" | "drive", id: string): Promise<string> {
  const where = { where: { id } };
  const [group, host, drive] = [
    kind === "group" ? await tx.fleetGroup.findUnique(where) : null,
    kind === "host" ? await tx.host.findUnique(where) : null,
    kind === "drive" ? await tx.drive.findUnique(where) : null,
  ];
  const name = group?.name ?? host?.hostname ?? (drive && `${drive.model} ${drive.serial}`);
  if (name !== null && name !== undefined) return name;
  const message = `There is no ${kind} ${id}.`;
  throw new ServiceError("notFound", message, { fields: [{ path: "scope.id", message }] });
}
