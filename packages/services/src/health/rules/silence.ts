/** Agents poll without a pause of more than half a minute; after six missed polls a host counts as silent. */
export const hostSilentAfterMs = 180_000;

export type HostWord =
  | { readonly kind: "heard" }
  /** `since` is absent where the host enrolled and never reported. */
  | { readonly kind: "silent"; readonly since: Date | undefined };

/** Whether a host has been heard of lately. */
export function hostWord(lastSeenAt: Date | null, now: Date): HostWord {
  if (lastSeenAt === null) return { kind: "silent", since: undefined };
  const age = now.getTime() - lastSeenAt.getTime();
  return age > hostSilentAfterMs ? { kind: "silent", since: lastSeenAt } : { kind: "heard" };
}

/** "no word since 2026-11-21 12:00:00 UTC", for messages. */
export function silenceWords(word: Extract<HostWord, { kind: "silent" }>): string {
  if (word.since === undefined) return "it has never reported";
  return `no word since ${word.since.toISOString().slice(0, 19).replace("T", " ")} UTC`;
}
