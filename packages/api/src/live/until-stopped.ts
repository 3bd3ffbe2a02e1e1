import { ServiceError } from "@crosspoint/services";

/**
 * The same events until `stop` aborts. If its reason is a refusal it fails with that, upon which the browser says that
 * it reconnects, or leaves: an end without an error would tell it that nothing more is to come. Without such a reason
 * nobody listens any more, and it just ends.
 */
export async function* untilStopped<T>(events: AsyncIterable<T>, stop: AbortSignal): AsyncGenerator<T> {
  const iterator = events[Symbol.asyncIterator]();
  let fail: () => void = () => undefined;
  const onAbort = () => fail();
  stop.addEventListener("abort", onAbort);
  try {
    while (true) {
      // One promise a turn: racing a promise that lives as long as the line would gather reactions without end.
      const next = await new Promise<IteratorResult<T>>((resolve, reject) => {
        fail = () => {
          if (stop.reason instanceof ServiceError) reject(stop.reason);
          else resolve({ done: true, value: undefined });
        };
        if (stop.aborted) fail();
        else iterator.next().then(resolve, reject);
      });
      if (next.done) return;
      yield next.value;
    }
  } finally {
    stop.removeEventListener("abort", onAbort);
    // Not awaited: a generator that waits for its next event ends only after that.
    iterator.return?.().catch(() => undefined);
  }
}
