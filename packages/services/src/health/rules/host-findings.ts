import type { Drive, DriveLatest, DriveSighting } from "@crosspoint/db";
import { type Finding, judgePerformance } from "@crosspoint/domain";
import type {
  AgentEventOf,
  ControllerFacts,
  ControllerQueues,
  DriveDetails,
  NamespaceObservation,
  SmartLog,
} from "@crosspoint/protocol";
import type { ServiceContext } from "../../context.ts";
import { findingFacts } from "./finding-facts.ts";

const maxDrives = 1024;

/** A finding and the drives of the host that have it in the same words. */
export interface HostFinding {
  readonly finding: Finding;
  readonly drives: readonly { readonly id: string; readonly serial: string }[];
}

/** What costs the drives of a host performance, by their newest words; the most urgent rules first. */
export async function hostFindings(
  { db }: ServiceContext,
  hostId: string,
  environment: Partial<AgentEventOf<"environment">> | undefined,
): Promise<HostFinding[]> {
  const places = await db.driveSighting.findMany({
    where: { hostId, endedAt: null },
    include: { drive: { include: { latest: true } } },
    orderBy: { controllerName: "asc" },
    take: maxDrives,
  });
  const byText = new Map<string, { finding: Finding; drives: { id: string; serial: string }[] }>();
  for (const place of places) {
    const { id, serial } = place.drive;
    for (const finding of judgePerformance(factsOf(place, environment))) {
      const known = byText.get(finding.text);
      if (known) known.drives.push({ id, serial });
      else byText.set(finding.text, { finding, drives: [{ id, serial }] });
    }
  }
  return [...byText.values()];
}

/** What was stored was checked by the contract when it was taken in. */
function factsOf(
  { drive, ...place }: DriveSighting & { drive: Drive & { latest: DriveLatest | null } },
  environment: Partial<AgentEventOf<"environment">> | undefined,
) {
  return findingFacts({
    model: drive.model,
    controller: (drive.controller as ControllerFacts | null) ?? undefined,
    namespaces: drive.namespaces as unknown as NamespaceObservation[],
    details: (drive.details as DriveDetails | null) ?? undefined,
    smart: (drive.latest?.smart as SmartLog | undefined) ?? undefined,
    place: { ...place, queues: (place.queues as ControllerQueues | null) ?? undefined },
    environment,
  });
}
