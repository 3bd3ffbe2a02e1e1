"use client";

import type { LiveChange, LiveMessage } from "@crosspoint/api";
import { useQueryClient } from "@tanstack/react-query";
import { useSubscription } from "@trpc/tanstack-react-query";
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from "react";
import { useTRPC } from "./client";
import { concernedQueries } from "./concerned-queries";
import { Refresher } from "./refresher";
import { refusalOf } from "./refusal";
import { setOwnRhythms } from "./rhythms";
import { signInAddress } from "./sign-in-address";

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

const retryMs = 5000;

/**
 * Holds the one line of this tab: the server says on it what changed, upon which the queries that show it are refreshed,
 * and how the run goes that a page follows. A page that follows another run opens it anew. Each line begins with what changed
 * since the page was made (`pageMadeMs`, by the server's clock), or says that this is no longer known.
 */
export function LiveProvider({ pageMadeMs, children }: { readonly pageMadeMs: number; children: ReactNode }) {
  const trpc = useTRPC();
  const refresh = useRefresh();
  const [run, follow] = useState<FollowedRun>();
  const input = { pageMadeMs, ...(run && { run: { runId: run.runId } }) };
  const { status, error, reset } = useSubscription(
    trpc.live.follow.subscriptionOptions(input, {
      onData: ({ data }: { data: LiveMessage }) => {
        if (data.kind === "run") run?.onUpdate(data.update);
        else refresh(data.changes);
      },
      onError: (reason) => {
        // A full load: nothing that this person could see stays in the tab.
        if (refusalOf(reason).code === "unauthenticated") leaveForSignIn();
        // A broken line mends itself; one that the server closed is asked for again.
        else setTimeout(reset, retryMs);
      },
    }),
  );
  const state: LiveState = status === "pending" ? "live" : error === null ? "connecting" : "reconnecting";
  const live = useMemo(() => ({ state, follow }), [state]);
  return <LiveContext value={live}>{children}</LiveContext>;
}

function leaveForSignIn(): void {
  const { pathname, search, hash } = window.location;
  window.location.assign(signInAddress(`${pathname}${search}${hash}`, "ended"));
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
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [refresher] = useState(() => {
    setOwnRhythms(queryClient, trpc);
    return new Refresher((filter) => void queryClient.invalidateQueries(filter));
  });
  useEffect(() => () => refresher.stop(), [refresher]);
  return (changes) => {
    for (const change of changes) {
      // What happened is unknown, or too much to name: everything shown is asked anew, at the rhythm of a list.
      if (change.topic === "resync") refresher.mark("list", [{}]);
      else {
        const { objects, lists } = concernedQueries(trpc, change);
        refresher.mark("object", objects);
        refresher.mark("list", lists);
      }
    }
  };
}
