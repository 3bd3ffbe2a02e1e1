import type { LiveEvent } from "@crosspoint/services";
import { expect, it } from "vitest";
import { CommandWaiters } from "./command-waiters.ts";

function waitersWithBell() {
  let ring: (event: LiveEvent | { topic: "resync" }) => void = () => undefined;
  const waiters = new CommandWaiters({
    subscribe: (onEvent) => {
      ring = onEvent;
      return () => undefined;
    },
  });
  return { waiters, ring: (event: LiveEvent | { topic: "resync" }) => ring(event) };
}
const stays = new AbortController().signal;
const minuteMs = 60_000;

it("does not lose a command that came between the look and the wait", async () => {
  const { waiters, ring } = waitersWithBell();
  const waiter = waiters.register("a");
  ring({ topic: "command", hostId: "a" });
  expect(await waiter.wait(minuteMs, stays)).toBe(true);
  expect(await waiter.wait(1, stays)).toBe(false);
});

it("wakes all after a gap, since any may have been missed", async () => {
  const { waiters, ring } = waitersWithBell();
  const waits = ["a", "b"].map((host) => waiters.register(host).wait(minuteMs, stays));
  ring({ topic: "resync" });
  expect(await Promise.all(waits)).toEqual([true, true]);
});

it("ends the older poll of a host, and its release leaves the newer alone", async () => {
  const { waiters, ring } = waitersWithBell();
  const older = waiters.register("a");
  const olderWait = older.wait(minuteMs, stays);
  const newer = waiters.register("a");
  expect(await olderWait).toBe(false);
  older.release();
  const newerWait = newer.wait(minuteMs, stays);
  ring({ topic: "command", hostId: "a" });
  expect(await newerWait).toBe(true);
});

it("ends with its client, and with the gateway", async () => {
  const { waiters } = waitersWithBell();
  const client = new AbortController();
  const wait = waiters.register("a").wait(minuteMs, client.signal);
  client.abort();
  expect(await wait).toBe(false);
  const last = waiters.register("b").wait(minuteMs, stays);
  waiters.close();
  expect(await last).toBe(false);
  expect(await waiters.register("c").wait(minuteMs, stays)).toBe(false);
});
