import type { DriveLifecycle } from "@crosspoint/db";

/** Whether a drive's absence, or its host's silence, is a condition. */
export function isExpected(lifecycle: DriveLifecycle): boolean {
  return lifecycle === "inService" || lifecycle === "spare";
}
