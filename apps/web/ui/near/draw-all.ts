"use client";

import { useSyncExternalStore } from "react";
import { flushSync } from "react-dom";

/** Why everything is to be drawn, seen or not: it is printed, or the reader searches the page. */
let reason: "print" | "search" | undefined;
const listeners = new Set<() => void>();

/** Whether what is not near the window is to be drawn as well. */
export function useDrawAll(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => reason !== undefined,
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) watch("addEventListener");
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) watch("removeEventListener");
  };
}

function watch(change: "addEventListener" | "removeEventListener"): void {
  window[change]("beforeprint", printing);
  window[change]("afterprint", done);
  document[change]("keydown", searching as EventListener);
  document[change]("pointerdown", done);
}

/** The paper is laid out as soon as this returns. */
function printing(): void {
  flushSync(() => set("print"));
}

/** The browser's search looks at what is there when it opens. */
function searching({ key, ctrlKey, metaKey }: KeyboardEvent): void {
  const opens = key === "F3" || ((ctrlKey || metaKey) && ["f", "g"].includes(key.toLowerCase()));
  if (opens) set("search");
}

/** Who points at the page again is done with either. */
function done(): void {
  set(undefined);
}

function set(next: typeof reason): void {
  if (reason === next) return;
  reason = next;
  for (const listener of [...listeners]) listener();
}
