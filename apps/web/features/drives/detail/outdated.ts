import { HOST_SILENT_AFTER_MS } from "@crosspoint/domain";
import type { DriveDetail } from "../drive-detail";

/** What tells how old a drive's figures may be. */
interface Sampled {
  readonly latest: Pick<NonNullable<DriveDetail["latest"]>, "time"> | undefined;
  readonly place: Pick<NonNullable<DriveDetail["place"]>, "hostWord"> | undefined;
}

/**
 * Whether the newest sample is too old to say how the drive is now: no host has it, its host is silent, or it was not read for as long
 * as makes a host silent. The last needs the browser's clock.
 */
export function isOutdated({ latest, place }: Sampled, now: Date | undefined): boolean {
  if (latest === undefined) return false;
  if (place === undefined || place.hostWord.kind === "silent") return true;
  return now !== undefined && now.getTime() - latest.time.getTime() > HOST_SILENT_AFTER_MS;
}
