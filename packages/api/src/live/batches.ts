import type { LiveListener, LiveNews } from "@crosspoint/services";

/** A fleet of 100 000 drives changes thousands of times a second; a browser hears of it at most this often. */
const batchIntervalMs = 500;
/** More than this in one batch and the browser is told to read everything again. */
const maxBatchLength = 200;

/**
 * Gathers what happens in an interval, each thing once, until `signal` aborts. The first batch comes at once: what happened
 * since `sinceMs`, when its reader's page was made. It listens before it looks back, so that nothing falls between.
 */
export async function* collectBatches(
  live: Pick<LiveListener, "subscribe" | "since">,
  sinceMs: number,
  signal: AbortSignal,
): AsyncGenerator<LiveNews[]> {
  let gathered = new Map<string, LiveNews>();
  let wake: () => void = () => undefined;
  const unsubscribe = live.subscribe((event) => {
    if (gathered.size <= maxBatchLength) gathered.set(JSON.stringify(event), event);
    wake();
  });
  const onAbort = () => wake();
  signal.addEventListener("abort", onAbort);
  try {
    yield atMost(live.since(sinceMs));
    while (!signal.aborted) {
      if (gathered.size === 0) await new Promise<void>((resolve) => (wake = resolve));
      if (signal.aborted) return;
      await pause(batchIntervalMs, signal);
      const batch = gathered;
      gathered = new Map();
      yield atMost([...batch.values()]);
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
    unsubscribe();
  }
}

function atMost(batch: LiveNews[]): LiveNews[] {
  return batch.length > maxBatchLength ? [{ topic: "resync" }] : batch;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
    signal.addEventListener("abort", done);
  });
}
