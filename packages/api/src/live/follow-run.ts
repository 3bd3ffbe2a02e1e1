import { type LiveRun, readLive } from "@crosspoint/services/run/follow";
import type { ApiContext } from "../context.ts";

/** Without any event, the run is read this often: that is how a silent host comes to be seen. */
const heartbeatMs = 10_000;
/** A fast run changes several times a second; the browser hears of it at most this often. */
const quietMs = 250;

/**
 * What is new of a run: at once what there is after the cursor, then whenever the run changes, until it is over. It
 * listens before it reads, so that nothing falls between.
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
    let cursor = start.cursor;
    while (!signal.aborted) {
      bell.reset();
      const update = await readLive({ ...ctx, now: new Date() }, { runId: start.runId, cursor });
      cursor = update.cursor;
      yield update;
      if (update.more) continue;
      if (update.head.state !== "requested" && update.head.state !== "running") return;
      await bell.wait(heartbeatMs);
      if (!signal.aborted) await pause(quietMs);
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
