"use client";

import { useCallback, useMemo, useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Keeps a value for this tab, over reloads: for what is too long for a URL. */
export function keep(name: string, value: unknown): void {
  window.sessionStorage.setItem(name, JSON.stringify(value));
  for (const each of listeners) each();
}

/** A value of this tab that survives a reload; the server knows none, so that the first render reads nothing. */
export function useKept<Value>(
  name: string,
  read: (stored: unknown) => Value,
): readonly [Value, (value: Value) => void] {
  const text = useSyncExternalStore(
    subscribe,
    () => window.sessionStorage.getItem(name),
    () => null,
  );
  const value = useMemo(() => read(parsed(text)), [text, read]);
  return [value, useCallback((next: Value) => keep(name, next), [name])];
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
