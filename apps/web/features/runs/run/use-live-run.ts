"use client";

import { useEffect, useReducer } from "react";
import type { Outputs } from "@/api/client";
import { type LiveRunUpdate, useLiveState, useRunUpdates } from "@/api/live";

type Seconds = Outputs["run"]["seconds"]["seconds"];
type Second = Seconds[number];
export interface LiveRun {
  readonly update: LiveRunUpdate | undefined;
  /** Every second received so far, each once, in order. */
  readonly seconds: readonly Second[];
  readonly connection: "connecting" | "live" | "lost" | "over";
}

/** Seconds kept in the browser: the running point's last ten minutes are what live charts show. */
const keptRows = 1200;

/** Follows a run while it is open. A lost line is taken up again where it broke. */
export function useLiveRun(runId: string, isOpen: boolean, onChange: () => void): LiveRun {
  const line = useLiveState();
  const [state, receive] = useReducer(reduce, { seconds: [], update: undefined });
  useRunUpdates(isOpen ? runId : undefined, receive);
  const pointStates = state.update?.points.map((point) => point.state).join() ?? "";
  const runState = state.update?.head.state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of state asks for the results anew.
  useEffect(() => {
    if (runState !== undefined) onChange();
  }, [pointStates, runState]);
  const connection = isOpen ? (line === "reconnecting" ? "lost" : line) : "over";
  return { ...state, connection };
}

interface State {
  readonly seconds: readonly Second[];
  readonly update: LiveRunUpdate | undefined;
}

function reduce({ seconds }: State, update: LiveRunUpdate): State {
  const key = (second: Second) => `${second.pointIndex} ${second.phase} ${second.second} ${second.direction}`;
  const known = new Set(seconds.map(key));
  const fresh = update.seconds.filter((second) => !known.has(key(second)));
  return { update, seconds: [...seconds, ...fresh].slice(-keptRows) };
}
