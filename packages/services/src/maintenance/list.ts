import { occurrenceAt } from "@crosspoint/domain/maintenance";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { isStanding, windowsLimit } from "./rules/windows.ts";

export interface WindowEntry {
  readonly id: string;
  readonly name: string;
  readonly note: string;
  readonly scope: "fleet" | "group" | "host" | "drive";
  /** What the scope names; undefined of the fleet. */
  readonly of: { readonly id: string; readonly name: string } | undefined;
  readonly zone: string;
  readonly beginsAt: string;
  readonly durationMinutes: number;
  readonly recurrence: string | null;
  readonly from: Date;
  readonly until: Date;
  readonly isOpen: boolean;
  readonly createdBy: string;
}

/** Windows that are open or to come, the next one first. */
export async function listWindows({ db, now, ...context }: ServiceContext): Promise<WindowEntry[]> {
  requireRight(context, "fleet.view");
  const windows = await db.maintenanceWindow.findMany({
    where: isStanding,
    take: windowsLimit,
    include: {
      group: { select: { name: true } },
      host: { select: { hostname: true } },
      drive: { select: { model: true, serial: true } },
    },
  });
  const entries = windows.flatMap(({ group, host, drive, ...window }): WindowEntry[] => {
    const occurrence = occurrenceAt(window, now);
    if (occurrence === undefined) return [];
    const { id, name, note, scope, zone, beginsAt, durationMinutes, recurrence, createdBy } = window;
    const named = group?.name ?? host?.hostname ?? (drive ? `${drive.model} ${drive.serial}` : undefined);
    const objectId = window.groupId ?? window.hostId ?? window.driveId;
    const of = named !== undefined && objectId !== null ? { id: objectId, name: named } : undefined;
    const told = { id, name, note, scope, zone, beginsAt, durationMinutes, recurrence, createdBy };
    return [{ ...told, of, ...occurrence, isOpen: occurrence.from <= now }];
  });
  return entries.toSorted((a, b) => a.from.getTime() - b.from.getTime());
}
