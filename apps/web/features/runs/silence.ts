/** Whether a run is heard of; `since` is absent where nothing ever was. */
export type RunWord = { readonly kind: "heard" } | { readonly kind: "silent"; readonly since: Date | undefined };

interface HeardOf {
  /** What the server knows of the host. */
  readonly hostWord: RunWord;
  readonly connection: "connecting" | "live" | "lost" | "over";
  /** The newest second of the point that runs now: when it was measured, and when it arrived here. */
  readonly lastSecond: { readonly measuredAt: Date; readonly heardAt: Date } | undefined;
}

/** A running point sends its figures each second. */
const silentAfterMs = 10_000;

/**
 * The server knows when it last heard of the host. While this tab's own stream stands, seconds that stay away tell the
 * same sooner.
 */
export function runWord({ hostWord, connection, lastSecond }: HeardOf, now: Date | undefined): RunWord {
  if (hostWord.kind === "silent") return hostWord;
  if (connection !== "live" || lastSecond === undefined || now === undefined) return hostWord;
  const ageMs = now.getTime() - lastSecond.heardAt.getTime();
  return ageMs > silentAfterMs ? { kind: "silent", since: lastSecond.measuredAt } : hostWord;
}
