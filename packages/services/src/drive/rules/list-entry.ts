import type { DriveRecord } from "@crosspoint/db/queries/find-drives";
import { type Verdict, verdictOfRank } from "@crosspoint/domain";

/** A drive as a row of a list: of all drives, or of those of a host. */
export interface DriveListEntry {
  readonly id: string;
  readonly model: string;
  /** The catalog's name of the model, where it has one. */
  readonly productName: string | undefined;
  readonly serial: string;
  readonly firmware: string;
  readonly capacityBytes: bigint | undefined;
  readonly verdict: Verdict;
  readonly verdictSince: Date;
  readonly problemKind: string | undefined;
  readonly temperatureKelvin: number | undefined;
  /** From which temperature on it warns, where it tells. */
  readonly warningKelvin: number | undefined;
  readonly percentageUsed: number | undefined;
  readonly bytesWritten: bigint | undefined;
  readonly powerOnHours: bigint | undefined;
  readonly sampledAt: Date | undefined;
  readonly host: { readonly id: string; readonly name: string; readonly controllerName: string } | undefined;
  /** The host that it was in last, while it is in none. */
  readonly lastHostname: string | undefined;
  /** Another host lists it too, and nobody has settled whose it is. */
  readonly contested: boolean;
  /** When it is likely to reach the limit of its wear, where that is known. */
  readonly likelyEnd: Date | undefined;
  readonly lifecycle: DriveRecord["lifecycle"];
  readonly tags: readonly string[];
}

export function driveListEntry(record: DriveRecord): DriveListEntry {
  const { id, model, serial, firmware, verdictSince, contested, hostId, hostname, controllerName } = record;
  return {
    id,
    model,
    productName: record.productName ?? undefined,
    serial,
    firmware,
    capacityBytes: record.capacityBytes ?? undefined,
    verdict: verdictOfRank(record.verdictRank),
    verdictSince,
    problemKind: record.problemKind ?? undefined,
    temperatureKelvin: record.temperatureKelvin ?? undefined,
    warningKelvin: record.warningKelvin ?? undefined,
    percentageUsed: record.percentageUsed ?? undefined,
    bytesWritten: record.bytesWritten === null ? undefined : BigInt(record.bytesWritten),
    powerOnHours: record.powerOnHours === null ? undefined : BigInt(record.powerOnHours),
    sampledAt: record.sampledAt ?? undefined,
    host: hostId && hostname ? { id: hostId, name: hostname, controllerName: controllerName ?? "" } : undefined,
    lastHostname: record.lastHostname ?? undefined,
    contested,
    likelyEnd: record.likelyEnd ?? undefined,
    lifecycle: record.lifecycle,
    tags: record.tags,
  };
}
