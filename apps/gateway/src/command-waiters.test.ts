import type { LiveEvent } from "@crosspoint/services";
import { expect, it, vi } from "vitest";
import { type CommandWaiter, CommandWaiters, type Wait } from "./command-waiters.ts";

function waitersWithBell(looks?: number) {
  let ring: (event: LiveEvent | { topic: "resync" }) => void = () => undefined;
  const subscribe = (onEvent: typeof ring) => {
    ring = onEvent;
    return () => undefined;
  };
  const waiters = new CommandWaiters<string>({ subscribe }, looks);
  return { waiters, ring: (event: LiveEvent | { topic: "resync" }) => ring(event) };
}
const stays = new AbortController().signal;
const minuteMs = 60_000;
const looksAndFinds = async () => ["found"];

/** What becomes of a poll that waits. */
function outcomeOf(
  waiter: CommandWaiter<string>,
  {
    look = looksAndFinds,
    client = stays,
    forMs = minuteMs,
  }: Partial<Pick<Wait<string>, "look" | "client">> & { forMs?: number } = {},
): Promise<string[]> {
  return new Promise((answer, fail) => {
    waiter.wait({ client, deadlineMs: performance.now() + forMs, look, answer, fail });
  });
}

it("does not lose a command that came between the look and the wait", async () => {
  const { waiters, ring } = waitersWithBell();
  const waiter = waiters.register("a");
  ring({ topic: "command", hostId: "a" });
  expect(await outcomeOf(waiter)).toEqual(["found"]);
});

it("goes on waiting where nothing was found, no longer than its time", async () => {
  const { waiters, ring } = waitersWithBell();
  const looks: (() => Promise<string[]>)[] = [async () => [], looksAndFinds];
  const look = vi.fn(async () => (await looks.shift()?.()) ?? []);
  const outcome = outcomeOf(waiters.register("a"), { look });
  ring({ topic: "command", hostId: "a" });
  await vi.waitFor(() => expect(look).toHaveBeenCalledTimes(1));
  ring({ topic: "command", hostId: "a" });
  expect(await outcome).toEqual(["found"]);
  expect(look).toHaveBeenCalledTimes(2);
  expect(await outcomeOf(waiters.register("b"), { look, forMs: 1 })).toEqual([]);
  expect(await outcomeOf(waiters.register("b"), { look, forMs: 0 })).toEqual([]);
  expect(look).toHaveBeenCalledTimes(2);
});

it("looks once more where it is woken while it looks", async () => {
  const { waiters, ring } = waitersWithBell();
  const look = vi.fn(async () => {
    if (look.mock.calls.length > 1) return ["found"];
    ring({ topic: "command", hostId: "a" });
    return [];
  });
  const outcome = outcomeOf(waiters.register("a"), { look });
  ring({ topic: "command", hostId: "a" });
  expect(await outcome).toEqual(["found"]);
});

it("fails with its look, and is over then", async () => {
  const { waiters, ring } = waitersWithBell();
  const look = vi.fn(async () => Promise.reject(new Error("the database is away")));
  const outcome = outcomeOf(waiters.register("a"), { look });
  ring({ topic: "command", hostId: "a" });
  await expect(outcome).rejects.toThrow("the database is away");
  ring({ topic: "command", hostId: "a" });
  expect(look).toHaveBeenCalledTimes(1);
});

it("wakes all after a gap, since any may have been missed", async () => {
  const { waiters, ring } = waitersWithBell();
  const outcomes = ["a", "b"].map((host) => outcomeOf(waiters.register(host)));
  ring({ topic: "resync" });
  expect(await Promise.all(outcomes)).toEqual([["found"], ["found"]]);
});

it("ends the older poll of a host, and its release leaves the newer alone", async () => {
  const { waiters, ring } = waitersWithBell();
  const older = waiters.register("a");
  const olderOutcome = outcomeOf(older);
  const newer = waiters.register("a");
  expect(await olderOutcome).toEqual([]);
  older.release();
  const newerOutcome = outcomeOf(newer);
  ring({ topic: "command", hostId: "a" });
  expect(await newerOutcome).toEqual(["found"]);
});

it("ends with its client, and with the gateway", async () => {
  const { waiters } = waitersWithBell();
  const client = new AbortController();
  const outcome = outcomeOf(waiters.register("a"), { client: client.signal });
  client.abort();
  expect(await outcome).toEqual([]);
  const last = outcomeOf(waiters.register("b"));
  waiters.close();
  expect(await last).toEqual([]);
  expect(await outcomeOf(waiters.register("c"))).toEqual([]);
});

it("lets so many of those that a gap woke look at a time, in turn, and none whose poll is over by then", async () => {
  const { waiters, ring } = waitersWithBell(2);
  const looking: { readonly host: string; readonly end: () => void }[] = [];
  const left = new AbortController();
  const polls = ["a", "b", "c", "d", "e", "f"].map((host) => {
    const look = async () => {
      await new Promise<void>((end) => looking.push({ host, end }));
      return [host];
    };
    return outcomeOf(waiters.register(host), { look, client: host === "d" ? left.signal : stays });
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
