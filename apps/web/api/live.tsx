"use client";

import type { LiveChange, LiveMessage } from "@crosspoint/api";
import { useQueryClient } from "@tanstack/react-query";
import { useSubscription } from "@trpc/tanstack-react-query";
import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from "react";
import { useTRPC } from "./client";
import { areasOf } from "./live-areas";
import { refusalOf } from "./refusal";

export type LiveState = "connecting" | "live" | "reconnecting";
export type LiveRunUpdate = Extract<LiveMessage, { kind: "run" }>["update"];

interface Live {
  readonly state: LiveState;
  /** Asks for a run's progress on the same line; undefined asks for none. */
  readonly follow: (run: FollowedRun | undefined) => void;
}
interface FollowedRun {
  readonly runId: string;
  readonly onUpdate: (update: LiveRunUpdate) => void;
}
const LiveContext = createContext<Live>({ state: "connecting", follow: () => undefined });

/** At most one refresh of a thing in this time, however often it changes. */
const refreshIntervalMs = 2000;
const retryMs = 5000;

/**
 * Holds the one line of this tab: the server says on it what changed, upon which the queries that show it are refreshed,
 * and how the run goes that a page follows. A page that follows another run opens it anew.
 */
export function LiveProvider({ children }: { children: ReactNode }) {
  const trpc = useTRPC();
  const refresh = useRefresh();
  const stood = useRef(false);
  const [run, follow] = useState<FollowedRun>();
  const { status, error, reset } = useSubscription(
    trpc.live.follow.subscriptionOptions(run === undefined ? {} : { run: { runId: run.runId } }, {
      onData: ({ data }: { data: LiveMessage }) => {
        if (data.kind === "run") return run?.onUpdate(data.update);
        // The first batch after a reconnect: what happened meanwhile is unknown.
        if (data.changes.length === 0 && stood.current) refresh([{ topic: "resync" }]);
        stood.current = true;
        refresh(data.changes);
      },
      onError: (reason) => {
        // A full load: nothing that this person could see stays in the tab.
        if (refusalOf(reason).code === "unauthenticated") window.location.assign("/sign-in");
        // A broken line mends itself; one that the server closed is asked for again.
        else setTimeout(reset, retryMs);
      },
    }),
  );
  const state: LiveState = status === "pending" ? "live" : error === null ? "connecting" : "reconnecting";
  const live = useMemo(() => ({ state, follow }), [state]);
  return <LiveContext value={live}>{children}</LiveContext>;
}

/** Follows a run while `runId` is given; `onUpdate` has to stay the same function. */
export function useRunUpdates(runId: string | undefined, onUpdate: (update: LiveRunUpdate) => void): void {
  const { follow } = use(LiveContext);
  useEffect(() => {
    if (runId === undefined) return;
    follow({ runId, onUpdate });
    return () => follow(undefined);
  }, [runId, follow, onUpdate]);
}

export function useLiveState(): LiveState {
  return use(LiveContext).state;
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
