"use client";

import { useSubscription } from "@trpc/tanstack-react-query";
import { useEffect, useReducer } from "react";
import { type Outputs, useTRPC } from "@/api/client";

type Seconds = Outputs["benchmark"]["seconds"]["seconds"];
type Second = Seconds[number];
/** What the line carries; tRPC wraps it with the id at which it goes on. */
interface LiveUpdate {
  readonly head:
    | Outputs["benchmark"]["list"]["runs"][number]
    | Omit<Outputs["benchmark"]["get"], "points" | "requestedBy" | "settings">;
  readonly points: readonly Pick<
    Outputs["benchmark"]["get"]["points"][number],
    "index" | "spec" | "state" | "startedAtMs" | "finishedAtMs"
  >[];
  readonly seconds: Seconds;
}

export interface LiveRun {
  readonly update: LiveUpdate | undefined;
  /** Every second received so far, each once, in order. */
  readonly seconds: readonly Second[];
  readonly connection: "connecting" | "live" | "lost" | "over";
}

/** Seconds kept in the browser: the running point's last ten minutes are what live charts show. */
const keptRows = 1200;

/** Follows a run while it is open. A lost line is taken up again by tRPC where it broke. */
export function useLiveRun(runId: string, isOpen: boolean, onChange: () => void): LiveRun {
  const trpc = useTRPC();
  const [state, receive] = useReducer(reduce, { seconds: [], update: undefined });
  const { status, error } = useSubscription(
    trpc.benchmark.live.subscriptionOptions(
      { runId },
      { enabled: isOpen, onData: ({ data }: { data: LiveUpdate }) => receive(data) },
    ),
  );
  const pointStates = state.update?.points.map((point) => point.state).join() ?? "";
  const runState = state.update?.head.state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of state asks for the results anew.
  useEffect(() => {
    if (runState !== undefined) onChange();
  }, [pointStates, runState]);
  const connection = !isOpen ? "over" : status === "pending" ? "live" : error || state.update ? "lost" : "connecting";
  return { ...state, connection };
}

interface State {
  readonly seconds: readonly Second[];
  readonly update: LiveUpdate | undefined;
}

function reduce({ seconds }: State, update: LiveUpdate): State {
  const key = (second: Second) => `${second.pointIndex} ${second.phase} ${second.second} ${second.direction}`;
  const known = new Set(seconds.map(key));
  const fresh = update.seconds.filter((second) => !known.has(key(second)));
  return { update, seconds: [...seconds, ...fresh].slice(-keptRows) };
}
