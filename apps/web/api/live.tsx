"use client";

import type { LiveChange } from "@crosspoint/api";
import { useQueryClient } from "@tanstack/react-query";
import { useSubscription } from "@trpc/tanstack-react-query";
import { createContext, type ReactNode, use, useRef } from "react";
import { useTRPC } from "./client";
import { areasOf } from "./live-areas";

export type LiveState = "connecting" | "live" | "reconnecting";
const LiveContext = createContext<LiveState>("connecting");

/** At most one refresh of a thing in this time, however often it changes. */
const refreshIntervalMs = 2000;
const retryMs = 5000;

/** Holds the one line on which the server says what changed, and refreshes the queries that show it. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const trpc = useTRPC();
  const refresh = useRefresh();
  const stood = useRef(false);
  const { status, error, reset } = useSubscription(
    trpc.live.changes.subscriptionOptions(undefined, {
      onData: (changes: LiveChange[]) => {
        // The first batch after a reconnect: what happened meanwhile is unknown.
        if (changes.length === 0 && stood.current) refresh([{ topic: "resync" }]);
        stood.current = true;
        refresh(changes);
      },
      // A broken line mends itself; one that the server closed is asked for again.
      onError: () => void setTimeout(reset, retryMs),
    }),
  );
  const broken = stood.current || error !== null;
  const state: LiveState = status === "pending" ? "live" : broken ? "reconnecting" : "connecting";
  return <LiveContext value={state}>{children}</LiveContext>;
}

export function useLiveState(): LiveState {
  return use(LiveContext);
}

function useRefresh(): (changes: readonly LiveChange[]) => void {
  const queryClient = useQueryClient();
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; areas: Set<string> | "all" }>(undefined);
  const flush = () => {
    const areas = waiting.current?.areas;
    waiting.current = undefined;
    if (areas === undefined) return;
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => areas === "all" || areas.has(areaOfKey(queryKey)),
    });
  };
  return (changes) => {
    for (const change of changes) {
      waiting.current ??= { timer: setTimeout(flush, refreshIntervalMs), areas: new Set() };
      if (change.topic === "resync") waiting.current.areas = "all";
      else if (waiting.current.areas !== "all") for (const area of areasOf(change)) waiting.current.areas.add(area);
    }
  };
}

/** tRPC's keys begin with the procedure's path: [["drive", "list"], …]. */
function areaOfKey(key: readonly unknown[]): string {
  return Array.isArray(key[0]) ? String(key[0][0]) : "";
}
