import { hostWord } from "@crosspoint/domain";

/** Who has a drive: the host of its open sighting, should there be one. */
export interface Holder {
  readonly sightedOnHostId: string | null;
  /** When that host was heard of last, by the server's clock. */
  readonly holderHeardAt: Date | null;
}

/**
 * Whether another host has the drive: one that lists it and is heard of. It would have missed the drive, so its word
 * stands against anybody's until its own inventory lets the drive go. Once it is silent, or has no key any more, the
 * drive is whose inventory lists it next. Until the time `hearable` hosts could be heard: one that could not report because no
 * gateway ran keeps its drives.
 */
export function isHeldByAnother(hostId: string, { sightedOnHostId, holderHeardAt }: Holder, hearable: Date): boolean {
  if (sightedOnHostId === null || sightedOnHostId === hostId) return false;
  return hostWord(holderHeardAt, hearable).kind === "heard";
}
