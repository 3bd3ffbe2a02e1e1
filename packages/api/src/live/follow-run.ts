import { type LiveRun, readLive } from "@crosspoint/services/run/follow";
import { isOpen } from "@crosspoint/services/run/rules/view";
import type { ApiContext } from "../context.ts";

/**
 * How long until a run is read again that nothing was announced of. Its seconds are announced to nobody, so that a run
 * costs the database no notification a second; and that its host falls silent has no event of its own.
 */
const waitMs = { running: 1000, waiting: 10_000 } as const;
/** Several things may change at once; the browser hears of them together. */
const quietMs = 250;

/**
 * What is new of a run: at once what there is after the cursor, then each second while it runs and whenever it changes,
 * until it is over. It listens before it reads, so that nothing falls between.
 */
export async function* followRun(
  ctx: ApiContext,
  start: { runId: string; cursor: string | undefined },
  signal: AbortSignal,
): AsyncGenerator<LiveRun> {
  const bell = new Bell();
  const unsubscribe = ctx.live.subscribe((event) => {
    if (event.topic === "resync" || (event.topic === "run" && event.runId === start.runId)) bell.ring();
  });
  const onAbort = () => bell.ring();
  signal.addEventListener("abort", onAbort);
  try {
    let { cursor } = start;
    let told: string | undefined;
    while (!signal.aborted) {
      bell.reset();
      const update = await readLive({ ...ctx, now: new Date() }, { runId: start.runId, cursor });
      cursor = update.cursor;
      const state = JSON.stringify([update.head, update.points]);
      if (update.seconds.length > 0 || state !== told) yield update;
      told = state;
      if (update.more) continue;
      const { state: runState } = update.head;
      if (!isOpen(runState)) return;
      await bell.wait(runState === "running" ? waitMs.running : waitMs.waiting);
      if (bell.rang && !signal.aborted) await pause(quietMs);
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
    unsubscribe();
  }
}

/** Remembers that it rang while nobody waited. */
class Bell {
  #rang = false;
  #wake: () => void = () => undefined;

  ring(): void {
    this.#rang = true;
    this.#wake();
  }

  get rang(): boolean {
    return this.#rang;
  }

  reset(): void {
    this.#rang = false;
  }

  async wait(atMostMs: number): Promise<void> {
    if (this.#rang) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, atMostMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
