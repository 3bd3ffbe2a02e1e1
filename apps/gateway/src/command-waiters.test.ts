import type { LiveEvent } from "@crosspoint/services";
import { expect, it, vi } from "vitest";
import { CommandWaiters } from "./command-waiters.ts";

function waitersWithBell(looks?: number) {
  let ring: (event: LiveEvent | { topic: "resync" }) => void = () => undefined;
  const subscribe = (onEvent: typeof ring) => {
    ring = onEvent;
    return () => undefined;
  };
  const waiters = new CommandWaiters({ subscribe }, looks);
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

it("lets so many of those that a gap woke look at a time, in turn, and none whose poll is over by then", async () => {
  const { waiters, ring } = waitersWithBell(2);
  const looking: { readonly host: string; readonly end: () => void }[] = [];
  const left = new AbortController();
  const polls = ["a", "b", "c", "d", "e", "f"].map(async (host) => {
    const client = host === "d" ? left.signal : stays;
    const waiter = waiters.register(host);
    await waiter.wait(minuteMs, client);
    return waiter.look(async () => {
      await new Promise<void>((end) => looking.push({ host, end }));
      return [host];
    }, client);
  });
  ring({ topic: "resync" });
  const looked = () => vi.waitFor(() => expect(looking.length).toBeGreaterThan(0));
  const done: string[][] = [];
  while (done.flat().length < 4) {
    await looked();
    await new Promise((resolve) => setImmediate(resolve));
    const now = looking.splice(0);
    done.push(now.map(({ host }) => host));
    // Meanwhile one client goes, and another polls anew.
    left.abort();
    waiters.register("e");
    for (const { end } of now) end();
  }
  expect(done).toEqual([
    ["a", "b"],
    ["c", "f"],
  ]);
  expect(await Promise.all(polls)).toEqual([["a"], ["b"], ["c"], [], [], ["f"]]);
});
