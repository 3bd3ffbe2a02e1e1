import { findDriveModel } from "@crosspoint/catalog";
import type { StoredPerformanceFacts } from "@crosspoint/db/queries/performance-facts";
import type { PcieLink, PerformanceFacts } from "@crosspoint/domain";
import type { AgentEventOf } from "@crosspoint/protocol";

/** As its host told it last. */
export type HostFacts = Partial<
  Pick<AgentEventOf<"environment">, "numaNodes" | "allowedCpus" | "cpuCount" | "governor">
>;

/** What can be judged of a drive by its newest words alone; what needs its history is added by who has read it. */
export function findingFacts(drive: StoredPerformanceFacts, host: HostFacts | undefined): PerformanceFacts {
  const catalogModel = findDriveModel(drive.model)?.model;
  return {
    link: linkOf(drive),
    numaNode: drive.numaNode ?? undefined,
    numaNodes: host?.numaNodes,
    allowedCpus: host?.allowedCpus,
    queues: queuesOf(drive),
    cpuCount: host?.cpuCount,
    schedulers: drive.namespaces.flatMap(({ scheduler }) => scheduler ?? []),
    governor: host?.governor,
    namespaces: drive.namespaces.map(({ nsid, lbaFormats, currentLbaFormat }) => ({
      nsid,
      formats: lbaFormats,
      current: currentLbaFormat,
    })),
    optimalTransferBytes: catalogModel?.optimalTransferBytes,
    thermal: thermalOf(drive),
    percentageUsed: drive.percentageUsed ?? undefined,
    writeProtect: catalogModel?.wear && {
      percentageUsed: catalogModel.wear.writeProtectPercentageUsed,
      writeBytesPerSecond: catalogModel.wear.writeProtectWriteBytesPerSecond,
    },
  };
}

function thermalOf({ temperatureKelvin, warningKelvin, lightKelvin, heavyKelvin }: StoredPerformanceFacts) {
  if (temperatureKelvin === null) return undefined;
  return {
    temperatureKelvin,
    warningKelvin: warningKelvin ?? undefined,
    lightKelvin: lightKelvin ?? undefined,
    heavyKelvin: heavyKelvin ?? undefined,
  };
}

function queuesOf({ interruptQueues, cpusSharingMost }: StoredPerformanceFacts) {
  if (interruptQueues === null || cpusSharingMost === null) return undefined;
  return { interrupt: interruptQueues, cpusSharingMost };
}

function linkOf(drive: StoredPerformanceFacts): { now: PcieLink; best: PcieLink } | undefined {
  const { linkSpeed, linkWidth, maxLinkSpeed, maxLinkWidth } = drive;
  if (linkSpeed === null || linkWidth === null || maxLinkSpeed === null || maxLinkWidth === null) return undefined;
  return { now: { speed: linkSpeed, lanes: linkWidth }, best: { speed: maxLinkSpeed, lanes: maxLinkWidth } };
}
