import { z } from "zod";
import { driveIdentity } from "./drive.ts";
import { protocolLimits } from "./limits.ts";
import { counter, shortText, wholeNumber } from "./primitives.ts";

const memberOf = {
  drive: driveIdentity,
  nsid: z.int().min(1).max(0xffff_ffff),
  /** Number of the partition; absent where the whole namespace is the member. */
  partition: z.int().min(1).max(0xffff).optional(),
};

/** What a volume is made of: a namespace of a drive, or a partition of one. */
export const volumeMember = z.object(memberOf).meta({ id: "VolumeMember" });

/** The same as its host shows it now. */
export const observedMember = z
  .object({
    ...memberOf,
    /** Block device of this boot, for example /dev/nvme0n1p1. */
    path: shortText.min(1),
    /** As md calls it: in_sync, spare, faulty. */
    state: shortText,
  })
  .meta({ id: "ObservedMember" });

/** A Linux md array on a host. */
export const volume = z
  .object({
    /** Name of this boot, for example md0. */
    name: z.string().min(1).max(64),
    /** The array's own UUID, as the kernel writes it; absent where it does not tell. */
    uuid: z.string().min(1).max(64).optional(),
    /** raid0, raid1, raid10, … */
    level: z.string().min(1).max(32),
    /** Absent where the level has none, as RAID 1. */
    chunkBytes: wholeNumber.optional(),
    sizeBytes: counter,
    logicalBlockBytes: wholeNumber.optional(),
    state: z.enum(["clean", "degraded", "resyncing", "inactive"]),
    /** Its members that are NVMe drives of this host. */
    members: z.array(observedMember).max(protocolLimits.membersPerVolume),
    /** Why nothing can be measured on it: degraded, a member that is no NVMe drive of this host, … */
    unusable: shortText.optional(),
    /** Why it may not be written at this moment; empty where nothing forbids it. That it holds its members does not count. */
    inUse: z.array(shortText).max(protocolLimits.warningsPerMessage),
  })
  .meta({ id: "Volume" });
