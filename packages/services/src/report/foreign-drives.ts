import { findSightedElsewhere } from "@crosspoint/db/queries/find-sighted-elsewhere";
import { identityText } from "@crosspoint/db/queries/lock-drives";
import type { AgentEvent, DriveIdentity } from "@crosspoint/protocol";
import { contestedForMs } from "./contested.ts";
import { trimIdentity } from "./drive-identity.ts";
import type { Refusal } from "./judge-references.ts";
import type { IngestScope } from "./scope.ts";

/**
 * Finds events about the health and the details of drives that are on another host and never were on this one. Without this, any
 * agent could put any drive of the fleet into any state. An inventory may claim a drive, because drives do move; that
 * stays visible as a sighting.
 */
export async function findForeignDrives(
  scope: IngestScope,
  events: readonly AgentEvent[],
): Promise<(event: AgentEvent) => Refusal | undefined> {
  const claimed = new Set(
    events.flatMap((event) => (event.kind === "inventory" ? event.drives.map((drive) => keyOf(drive.identity)) : [])),
  );
  const asked = new Map(
    events
      .flatMap((event) => (isAboutADrive(event) ? [trimIdentity(event.drive)] : []))
      .map((identity) => [identityText(identity), identity]),
  );
  const elsewhere =
    asked.size > 0 ? await findSightedElsewhere(scope.tx, scope.hostId, [...asked.values()], contestedForMs) : [];
  const contested = new Set(elsewhere.filter((drive) => drive.contested).map(identityText));
  const foreign = new Set(elsewhere.map(identityText).filter((key) => !claimed.has(key)));
  return (event) => {
    if (!isAboutADrive(event)) return undefined;
    const { model, serial } = event.drive;
    if (contested.has(keyOf(event.drive))) {
      const reason = `Another host reports a drive ${model} ${serial} too: a placeholder serial, or a copied one.`;
      return { path: "drive", reason };
    }
    if (!foreign.has(keyOf(event.drive))) return undefined;
    return {
      path: "drive",
      reason: `The drive ${model} ${serial} is on another host. Send an inventory that lists it first.`,
    };
  };
}

function isAboutADrive(
  event: AgentEvent,
): event is Extract<AgentEvent, { kind: "smart" | "driveProblem" | "driveDetails" }> {
  return event.kind === "smart" || event.kind === "driveProblem" || event.kind === "driveDetails";
}

function keyOf(identity: DriveIdentity): string {
  return identityText(trimIdentity(identity));
}
