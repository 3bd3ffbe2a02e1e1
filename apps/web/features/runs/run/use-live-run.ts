"use client";

import { useEffect, useMemo, useReducer } from "react";
import type { Outputs } from "@/api/client";
import { type LiveRunUpdate, useLiveState, useRunUpdates } from "@/api/live";
import { useNow } from "@/ui/time";
import type { HeardSecond } from "../progress";
import { isOpenState } from "../run-state";
import { type RunWord, runWord } from "../silence";
import type { Run } from "./run-detail";

type Seconds = Outputs["run"]["seconds"]["seconds"];
type Second = Seconds[number];
type Points = LiveRunUpdate["points"];

export interface LiveRun {
  readonly head: Pick<Run, "state" | "cancelRequestedAt" | "hostWord" | "reason">;
  readonly points: Points;
  /** Every second received so far, each once, in order. */
  readonly seconds: readonly Second[];
  readonly connection: "connecting" | "live" | "lost" | "over";
  /** The newest second, by which progress is reckoned. */
  readonly heard: HeardSecond | undefined;
  readonly word: RunWord;
}

/** Seconds kept in the browser: the running point's last ten minutes are what live charts show. */
const keptRows = 1200;
const secondMs = 1000;

/** Follows a run while it is open. A lost stream is taken up again where it broke. */
export function useLiveRun(run: Run, onChange: () => void): LiveRun {
  const isOpen = isOpenState(run.state);
  const line = useLiveState();
  const [{ seconds, points: told, update, heardAt }, receive] = useReducer(reduce, { seconds: [], points: [] });
  useRunUpdates(isOpen ? run.id : undefined, receive);
  const states = update && [update.head.state, update.head.pointsFinished, ...told.map(({ state }) => state)].join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of state asks for the results anew.
  useEffect(() => {
    if (states !== undefined) onChange();
  }, [states]);
  const now = useNow(secondMs);
  const connection = isOpen ? (line === "reconnecting" ? "lost" : line) : "over";
  const head = isOpen ? (update?.head ?? run) : run;
  const points = useMemo(() => (isOpen ? merged(run.points, told) : run.points), [isOpen, run.points, told]);
  const heard = useMemo(() => heardOf(seconds.at(-1), points, heardAt), [seconds, points, heardAt]);
  const running = points.find(({ state }) => state === "running");
  const lastSecond =
    heard !== undefined && running?.startedAt !== undefined && running.sequence === heard.pointSequence
      ? { measuredAt: new Date(running.startedAt.getTime() + heard.atMs), heardAt: heard.heardAt }
      : undefined;
  const word = isOpen ? runWord({ hostWord: head.hostWord, connection, lastSecond }, now) : head.hostWord;
  return { head, points, seconds, connection, heard, word };
}

interface State {
  readonly seconds: readonly Second[];
  /** What was told of points so far, the newest of each: an update holds only those that can have changed. */
  readonly points: Points;
  readonly update?: LiveRunUpdate;
  /** When the newest second arrived. */
  readonly heardAt?: Date;
}

function reduce(before: State, update: LiveRunUpdate): State {
  const key = (second: Second) => `${second.pointSequence} ${second.phase} ${second.second} ${second.direction}`;
  const known = new Set(before.seconds.map(key));
  const fresh = update.seconds.filter((second) => !known.has(key(second)));
  const points = merged(before.points, update.points);
  if (fresh.length === 0) return { ...before, points, update };
  return { points, update, seconds: [...before.seconds, ...fresh].slice(-keptRows), heardAt: new Date() };
}

/** Points of both lists, those of the second where both know one. */
function merged(before: Points, after: Points): Points {
  const bySequence = new Map([...before, ...after].map((point) => [point.sequence, point]));
  return [...bySequence.values()].toSorted((a, b) => a.sequence - b.sequence);
}

function heardOf(last: Second | undefined, points: Points, heardAt: Date | undefined): HeardSecond | undefined {
  const point = points.find(({ sequence }) => sequence === last?.pointSequence);
  if (last === undefined || point === undefined || heardAt === undefined) return undefined;
  const rampMs = last.phase === "ramp" ? 0 : point.spec.rampSeconds * secondMs;
  const atMs = rampMs + (last.second + 1) * secondMs;
  return { pointSequence: last.pointSequence, phase: last.phase, atMs, heardAt };
}
