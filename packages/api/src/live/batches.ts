import type { LiveEvent, LiveListener } from "@crosspoint/services";

type Change = LiveEvent | { topic: "resync" };

/** A fleet of 100 000 drives changes thousands of times a second; a browser hears of it at most this often. */
const batchIntervalMs = 500;
/** More than this in one batch and the browser is told to read everything again. */
const maxBatchLength = 200;

/** Gathers what happens in an interval, each thing once, until `signal` aborts. */
export async function* collectBatches(
  live: Pick<LiveListener, "subscribe">,
  signal: AbortSignal,
): AsyncGenerator<Change[]> {
  let gathered = new Map<string, Change>();
  let wake: () => void = () => undefined;
  const unsubscribe = live.subscribe((event) => {
    if (gathered.size <= maxBatchLength) gathered.set(JSON.stringify(event), event);
    wake();
  });
  const onAbort = () => wake();
  signal.addEventListener("abort", onAbort);
  try {
    while (!signal.aborted) {
      if (gathered.size === 0) await new Promise<void>((resolve) => (wake = resolve));
      if (signal.aborted) return;
      await pause(batchIntervalMs, signal);
      const batch = gathered;
      gathered = new Map();
      yield batch.size > maxBatchLength ? [{ topic: "resync" }] : [...batch.values()];
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
    unsubscribe();
  }
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
