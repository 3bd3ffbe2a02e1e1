import type { Database, MaintenanceWindow, Transaction } from "@crosspoint/db";
import { beginsAfter, findMaintained, type OpenedWindow } from "@crosspoint/db/queries/maintained";
import { occurrenceAt } from "@crosspoint/domain/maintenance";
import { isStanding, windowsLimit } from "./windows.ts";

/** A window at a moment at which it is open. */
export interface OpenWindow extends OpenedWindow {
  readonly id: string;
  readonly name: string;
  readonly until: Date;
}

/** Something that began at a moment: a condition, or the silence of a host. */
export interface Begun {
  readonly rule: string;
  readonly since: Date;
}

/** The window in which something began, while that is open; of several the one that lasts longest. */
export type MaintenanceOf = (id: string, begun: Begun) => OpenWindow | undefined;

const none: MaintenanceOf = () => undefined;

/** One short read, however many drives it is asked of then. */
export async function openWindows(db: Database | Transaction, at: Date): Promise<OpenWindow[]> {
  const windows = await db.maintenanceWindow.findMany({ where: isStanding, take: windowsLimit });
  return windows.flatMap((window) => openAt(window, at) ?? []);
}

/** The same of one window; undefined where it is not open then. */
export function openAt(window: MaintenanceWindow, at: Date): OpenWindow | undefined {
  const occurrence = occurrenceAt(window, at);
  if (occurrence === undefined || occurrence.from > at) return undefined;
  const { id, name, scope, groupId, hostId, driveId } = window;
  return { id, name, scope, groupId, hostId, driveId, ...occurrence };
}

/** Which of what is wrong with drives began in work that was said to come, and is not over. */
export async function maintenanceOfDrives(
  db: Database | Transaction,
  driveIds: readonly string[],
  at: Date,
): Promise<MaintenanceOf> {
  const windows = await openWindows(db, at);
  if (windows.length === 0) return none;
  const found = await findMaintained(db, driveIds, windows);
  const byDrive = Map.groupBy(found, ({ driveId }) => driveId);
  return (driveId, begun) =>
    longest(
      (byDrive.get(driveId) ?? []).flatMap(({ place }) => windows[place] ?? []),
      begun,
    );
}

/** The same of the silence of hosts. */
export async function maintenanceOfHosts(
  db: Database | Transaction,
  hostIds: readonly string[],
  at: Date,
): Promise<MaintenanceOf> {
  const windows = await openWindows(db, at);
  if (windows.length === 0) return none;
  const groupIds = windows.flatMap(({ groupId }) => groupId ?? []);
  const members = await db.groupHost.findMany({
    where: { hostId: { in: [...hostIds] }, groupId: { in: groupIds } },
    take: hostIds.length * windowsLimit,
  });
  const isMember = new Set(members.map(({ hostId, groupId }) => `${hostId} ${groupId}`));
  return (id, begun) =>
    longest(
      windows.filter(
        ({ scope, hostId, groupId }) => scope === "fleet" || hostId === id || isMember.has(`${id} ${groupId}`),
      ),
      begun,
    );
}

function longest(windows: readonly OpenWindow[], { rule, since }: Begun): OpenWindow | undefined {
  const begunIn = windows.filter((window) => since >= beginsAfter(rule, window));
  return begunIn.toSorted((a, b) => b.until.getTime() - a.until.getTime())[0];
}
