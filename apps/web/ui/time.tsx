"use client";

import { useSyncExternalStore } from "react";
import { isoTime, relativeTime, shortRelativeTime } from "./relative-time";

const tickMs = 1000;
/** Relative times move in steps of five seconds. */
const calmMs = 5000;

/** One clock for every time on the page. */
const clock = {
  now: 0,
  listeners: new Set<() => void>(),
  timer: undefined as ReturnType<typeof setInterval> | undefined,
};

function subscribe(listener: () => void): () => void {
  clock.listeners.add(listener);
  clock.timer ??= setInterval(() => {
    clock.now = Date.now();
    for (const each of clock.listeners) each();
  }, tickMs);
  return () => {
    clock.listeners.delete(listener);
    if (clock.listeners.size > 0) return;
    clearInterval(clock.timer);
    clock.timer = undefined;
    clock.now = 0;
  };
}

/** The time now, moving in whole steps; undefined until the browser runs, whose clock and zone count. */
export function useNow(stepMs = calmMs): Date | undefined {
  const now = useSyncExternalStore(
    subscribe,
    () => {
      clock.now ||= Date.now();
      return Math.floor(clock.now / stepMs) * stepMs;
    },
    () => 0,
  );
  return now === 0 ? undefined : new Date(now);
}

/** "3 minutes ago", in the column of a table "3 min ago"; the exact time on hover. */
export function RelativeTime({ time, short = false }: { time: Date; short?: boolean }) {
  const now = useNow();
  const words = short ? shortRelativeTime : relativeTime;
  return (
    <time dateTime={time.toISOString()} title={now ? isoTime(time) : undefined} className="whitespace-nowrap">
      {now ? words(time, latest(now, time)) : time.toISOString().slice(0, 10)}
    </time>
  );
}

/** The exact time in ISO order, how long ago on hover. Until the browser runs, whose zone counts, it says that it is UTC. */
export function ExactTime({ time }: { time: Date }) {
  const now = useNow();
  return (
    <time dateTime={time.toISOString()} title={now ? relativeTime(time, now) : undefined} className="whitespace-nowrap">
      {now ? isoTime(time) : `${time.toISOString().slice(0, 19).replace("T", " ")} UTC`}
    </time>
  );
}

/** Names the zone of every time on the page, once. */
export function ZoneNote() {
  return <>Times in {useBrowserZone()}</>;
}

/** The zone in which the page tells times: the browser's, and UTC until it runs. */
export function useBrowserZone(): string {
  return useSyncExternalStore(
    neverChanges,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => "UTC",
  );
}

const neverChanges = () => () => undefined;

/** The clock moves in steps, so what was just reported can lie a moment ahead of it; that is "just now". */
function latest(now: Date, time: Date): Date {
  const aheadMs = time.getTime() - now.getTime();
  return aheadMs > 0 && aheadMs < 2 * calmMs ? time : now;
}
