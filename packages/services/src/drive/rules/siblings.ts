import type { Database } from "@crosspoint/db";

const maxDrivesPerHost = 1024;

/** Another controller of the same card, as its host lists it: the P3608 shows two drives. */
export interface SiblingDrive {
  readonly id: string;
  readonly serial: string;
  readonly controllerName: string;
}

/** The drives of this host that are the same piece of hardware by their serials. */
export async function findSiblings(
  db: Database,
  hostId: string,
  drive: { readonly id: string; readonly model: string; readonly serial: string },
): Promise<SiblingDrive[]> {
  if (cardSerial(drive.serial) === undefined) return [];
  const neighbours = await db.driveSighting.findMany({
    where: { hostId, endedAt: null, drive: { model: drive.model, id: { not: drive.id } } },
    select: { controllerName: true, drive: { select: { id: true, serial: true } } },
    orderBy: { controllerName: "asc" },
    take: maxDrivesPerHost,
  });
  return neighbours
    .filter((neighbour) => cardSerial(neighbour.drive.serial) === cardSerial(drive.serial))
    .map(({ controllerName, drive: { id, serial } }) => ({ id, serial, controllerName }));
}

/** The card's own serial of `CVF8551400324P0DGN-2`, the second controller on it; undefined for other serials. */
export function cardSerial(serial: string): string | undefined {
  return /^(.{8,})-[1-9]$/.exec(serial)?.[1];
}
