import type { DriveClaim } from "@crosspoint/db";
import type { Blocker } from "../../blockers.ts";
import { readObservation } from "../../stored/drive.ts";

/** Most claims on one drive that are read: each is another host's. */
export const claimsLimit = 20;

/** What to read of a drive's claims, for Prisma; the oldest first. */
export const claimsWithHosts = {
  orderBy: { since: "asc" },
  take: claimsLimit,
  include: { host: { select: { hostname: true } } },
} as const;

/** A host that lists a drive which another one holds. */
export interface StandingClaim {
  readonly hostId: string;
  readonly hostname: string;
  readonly since: Date;
  readonly lastSeenAt: Date;
  /** How that host calls its controller. */
  readonly controllerName: string;
  /** Both hosts reach the drive through controllers of one subsystem, by what both agents tell. */
  readonly shared: boolean;
  /** When a person decided that the drive is not this host's, and who. */
  readonly dismissed: { readonly at: Date; readonly by: string } | undefined;
}

export function claimOf(row: DriveClaim & { host: { hostname: string } }): StandingClaim {
  const { hostId, host, since, lastSeenAt, shared, dismissedAt, dismissedBy } = row;
  return {
    hostId,
    hostname: host.hostname,
    since,
    lastSeenAt,
    shared,
    controllerName: readObservation(row.observation).controllerName,
    dismissed: dismissedAt === null ? undefined : { at: dismissedAt, by: dismissedBy ?? "somebody" },
  };
}

/** What stands against destroying data on a drive while another host lists it too. */
export function claimBlockers(label: string, claims: readonly StandingClaim[]): Blocker[] {
  return claims
    .filter(({ dismissed }) => dismissed === undefined)
    .map(({ hostname, shared, since }) => ({
      code: "conflict",
      message: shared
        ? `${label} is shared with ${hostname}, and what that host stores on it is unknown.`
        : `${label} is contested: ${hostname} lists it too, since ${since.toISOString().slice(0, 19).replace("T", " ")} UTC.`,
      remedy: shared
        ? `Take it away from ${hostname}, or dismiss that host's claim on the drive's page.`
        : "Settle on the drive's page which host has it. Until then, nothing that could destroy data is started.",
    }));
}
