import type { IngestScope } from "../../telemetry/rules/scope.ts";
import type { ListedDrive } from "../rules/describe-drives.ts";
import { heldObservation } from "./held-observation.ts";
import { isShared } from "./shared-drive.ts";

/**
 * Drives that come from a host that fell silent and let nothing go: one that both reach through controllers of its own
 * may still be in use there, so that host's listing stands as a claim, until it says otherwise or a person does.
 */
export async function keepSharing({ tx, now }: IngestScope, arriving: readonly ListedDrive[]): Promise<void> {
  const shared = arriving.flatMap(({ stored, observed }) =>
    stored.sightingId !== null && isShared(stored, observed) ? [stored.sightingId] : [],
  );
  if (shared.length === 0) return;
  const places = await tx.driveSighting.findMany({
    where: { id: { in: shared } },
    include: { drive: true },
    take: shared.length,
  });
  await tx.driveClaim.createMany({
    data: places.map(({ drive, ...place }) => ({
      driveId: drive.id,
      hostId: place.hostId,
      since: now,
      lastSeenAt: place.lastSeenAt,
      observation: { ...heldObservation(drive, place) },
      shared: true,
    })),
    skipDuplicates: true,
  });
}
