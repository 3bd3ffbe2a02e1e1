import { ServiceError } from "@crosspoint/services";

/**
 * The same events until the process is asked to stop; then it fails with `unavailable`, upon which the browser says
 * that it reconnects and does so. An end without an error would tell it that nothing more is to come.
 */
export async function* untilClosing<T>(events: AsyncIterable<T>, closing: AbortSignal): AsyncGenerator<T> {
  const iterator = events[Symbol.asyncIterator]();
  let stop: () => void = () => undefined;
  const onClosing = () => stop();
  closing.addEventListener("abort", onClosing);
  try {
    while (true) {
      // One promise a turn: racing a promise that lives as long as the line would gather reactions without end.
      const next = await new Promise<IteratorResult<T>>((resolve, reject) => {
        stop = () =>
          reject(new ServiceError("unavailable", "The server is stopping.", { remedy: "It is tried again." }));
        if (closing.aborted) stop();
        else iterator.next().then(resolve, reject);
      });
      if (next.done) return;
      yield next.value;
    }
  } finally {
    closing.removeEventListener("abort", onClosing);
    // Not awaited: a generator that waits for its next event ends only after that.
    iterator.return?.().catch(() => undefined);
  }
}
