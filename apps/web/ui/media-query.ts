"use client";

import { useSyncExternalStore } from "react";

/** Whether the window is as narrow as a phone's: tables become lists. */
export function useNarrow(): boolean {
  return useMediaQuery("(max-width: 39.99rem)");
}

/** Whether the window answers to a media query; false while the server renders. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    () => window.matchMedia(query).matches,
    () => false,
  );
}
