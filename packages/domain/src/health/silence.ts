import { formatDuration } from "../units/units.ts";

/**
 * When a host counts as silent. Agents poll without a pause of more than half a minute; after six missed polls nothing is
 * known of the host's drives any more.
 */
export const HOST_SILENT_AFTER_MS = 180_000;

/** The same while a run measures: its agent reports each second, and a poll that finds nothing ends within half a minute. */
export const RUNNING_SILENT_AFTER_MS = 45_000;

export type HostWord =
  | { readonly kind: "heard" }
  /** `since` is absent where the host enrolled and never reported. */
  | { readonly kind: "silent"; readonly since: Date | undefined };

/** Hosts that were heard of last before this are silent. */
export function silentBefore(now: Date): Date {
  return new Date(now.getTime() - HOST_SILENT_AFTER_MS);
}

/** Whether a host has been heard of lately. */
export function hostWord(lastSeenAt: Date | null, now: Date, afterMs = HOST_SILENT_AFTER_MS): HostWord {
  if (lastSeenAt === null) return { kind: "silent", since: undefined };
  return now.getTime() - lastSeenAt.getTime() > afterMs ? { kind: "silent", since: lastSeenAt } : { kind: "heard" };
}

/** "has not reported for 5 min", for messages: no time of day, whose zone only the reader knows. */
export function silenceText({ since }: Extract<HostWord, { kind: "silent" }>, now: Date): string {
  if (since === undefined) return "has never reported";
  return `has not reported for ${formatDuration(now.getTime() - since.getTime())}`;
}
