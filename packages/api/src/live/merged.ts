/** One sequence of what several bring, each at its own pace; a source waits until its last value was taken. */
export async function* merged<T>(sources: readonly AsyncIterable<T>[]): AsyncGenerator<T> {
  const ready: { readonly value: T; readonly taken: () => void }[] = [];
  let wake: () => void = () => undefined;
  let open = sources.length;
  let over = false;
  let failure: { readonly error: unknown } | undefined;

  const drain = async (source: AsyncIterable<T>) => {
    for await (const value of source) {
      if (over) return;
      await new Promise<void>((taken) => {
        ready.push({ value, taken });
        wake();
      });
      if (over) return;
    }
  };
  for (const source of sources) {
    drain(source)
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .finally(() => {
        open -= 1;
        wake();
      });
  }

  try {
    while (true) {
      const next = ready.shift();
      if (next) {
        yield next.value;
        next.taken();
      } else if (failure) throw failure.error;
      else if (open === 0) return;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    over = true;
    for (const { taken } of ready) taken();
  }
}
