import { findDriveModel } from "@crosspoint/catalog";
import type { PcieLink, PerformanceFacts } from "@crosspoint/domain";
import type {
  AgentEventOf,
  ControllerFacts,
  ControllerQueues,
  DriveDetails,
  NamespaceObservation,
  SmartLog,
} from "@crosspoint/protocol";

/** A drive and its place as they are stored. */
export interface StoredFacts {
  readonly model: string;
  readonly controller: ControllerFacts | undefined;
  readonly namespaces: readonly NamespaceObservation[];
  readonly details: DriveDetails | undefined;
  readonly smart: SmartLog | undefined;
  readonly place: StoredPlace;
  /** As its host told it last. */
  readonly environment: Partial<AgentEventOf<"environment">> | undefined;
}

export interface StoredPlace {
  readonly numaNode: number | null;
  readonly linkSpeed: string | null;
  readonly linkWidth: number | null;
  readonly maxLinkSpeed: string | null;
  readonly maxLinkWidth: number | null;
  readonly queues: ControllerQueues | undefined;
}

/** What can be judged of a drive by its newest words alone; what needs its history is added by who has read it. */
export function findingFacts({
  model,
  namespaces,
  smart,
  place,
  environment,
  ...stored
}: StoredFacts): PerformanceFacts {
  const catalogModel = findDriveModel(model)?.model;
  const { queues } = place;
  return {
    link: linkOf(place),
    numaNode: place.numaNode ?? undefined,
    numaNodes: environment?.numaNodes,
    allowedCpus: environment?.allowedCpus,
    queues: queues && {
      interrupt: queues.cpuLists.length - queues.poll,
      cpusSharingMost: queues.cpusSharingMost,
    },
    cpuCount: environment?.cpuCount,
    schedulers: namespaces.flatMap(({ scheduler }) => (scheduler === undefined ? [] : [scheduler])),
    governor: environment?.governor,
    namespaces: namespaces.map(({ nsid, lbaFormats, currentLbaFormat }) => ({
      nsid,
      formats: lbaFormats,
      current: currentLbaFormat,
    })),
    optimalTransferBytes: catalogModel?.optimalTransferBytes,
    thermal: smart && thermalOf(smart, stored.controller, stored.details),
    percentageUsed: smart?.percentageUsed,
    writeProtect: catalogModel?.wear && {
      percentageUsed: catalogModel.wear.writeProtectPercentageUsed,
      writeBytesPerSecond: catalogModel.wear.writeProtectWriteBytesPerSecond,
    },
  };
}

function thermalOf(smart: SmartLog, controller: ControllerFacts | undefined, details: DriveDetails | undefined) {
  return {
    temperatureKelvin: smart.compositeTemperatureKelvin,
    warningKelvin: controller?.warningTemperatureKelvin,
    lightKelvin: details?.thermalManagement?.lightKelvin,
    heavyKelvin: details?.thermalManagement?.heavyKelvin,
  };
}

function linkOf(place: StoredPlace): { now: PcieLink; best: PcieLink } | undefined {
  const { linkSpeed, linkWidth, maxLinkSpeed, maxLinkWidth } = place;
  if (linkSpeed === null || linkWidth === null || maxLinkSpeed === null || maxLinkWidth === null) return undefined;
  return { now: { speed: linkSpeed, lanes: linkWidth }, best: { speed: maxLinkSpeed, lanes: maxLinkWidth } };
}
