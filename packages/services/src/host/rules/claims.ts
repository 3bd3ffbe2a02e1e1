import type { ServiceContext } from "../../context.ts";
import { readObservation } from "../../stored/drive.ts";

const maxClaims = 1024;

/** A drive that a host lists and another one holds. */
export interface HostClaim {
  readonly driveId: string;
  readonly model: string;
  readonly serial: string;
  /** How this host calls its controller. */
  readonly controllerName: string;
  /** Who holds it; undefined where nobody does at the moment. */
  readonly holder: string | undefined;
  readonly since: Date;
  /** `dismissed`: a person has decided that the drive is not this host's. */
  readonly state: "contested" | "shared" | "dismissed";
}

export async function hostClaims({ db }: ServiceContext, hostId: string): Promise<HostClaim[]> {
  const claims = await db.driveClaim.findMany({
    where: { hostId },
    orderBy: [{ since: "asc" }, { driveId: "asc" }],
    take: maxClaims,
    include: {
      drive: {
        select: {
          model: true,
          serial: true,
          sightings: { where: { endedAt: null }, select: { host: { select: { hostname: true } } } },
        },
      },
    },
  });
  return claims.map(({ driveId, drive, observation, since, shared, dismissedAt }) => ({
    driveId,
    model: drive.model,
    serial: drive.serial,
    controllerName: readObservation(observation).controllerName,
    holder: drive.sightings[0]?.host.hostname,
    since,
    state: dismissedAt !== null ? "dismissed" : shared ? "shared" : "contested",
  }));
}
