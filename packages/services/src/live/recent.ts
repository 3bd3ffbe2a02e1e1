import type { LiveEvent } from "./topics.ts";

export type LiveNews = LiveEvent | { topic: "resync" };

/** A page that was made longer ago than that reads everything again. */
const keptMs = 60_000;
/** A fleet of 100 000 drives changes thousands of times a second. */
const keptEvents = 1000;

/** What was heard lately, for pages that were made before they listened. */
export class RecentEvents {
  #heard: { readonly atMs: number; readonly event: LiveNews }[] = [];
  /** Since when nothing is missing. */
  #wholeSinceMs = Number.POSITIVE_INFINITY;

  /** From now on everything is heard. */
  begin(nowMs: number): void {
    this.#heard = [];
    this.#wholeSinceMs = nowMs;
  }

  add(event: LiveNews, nowMs: number): void {
    this.#heard.push({ atMs: nowMs, event });
    const oldest = this.#heard.findIndex(({ atMs }) => atMs >= nowMs - keptMs);
    const surplus = Math.max(oldest, this.#heard.length - keptEvents);
    if (surplus <= 0) return;
    const forgotten = this.#heard.splice(0, surplus).at(-1);
    this.#wholeSinceMs = Math.max(this.#wholeSinceMs, (forgotten?.atMs ?? nowMs) + 1);
  }

  /** Each thing once that changed since then; a `resync` where that is no longer known. */
  since(ms: number): LiveNews[] {
    if (ms < this.#wholeSinceMs) return [{ topic: "resync" }];
    const later = this.#heard.filter(({ atMs }) => atMs >= ms);
    return [...new Map(later.map(({ event }) => [JSON.stringify(event), event])).values()];
  }
}
