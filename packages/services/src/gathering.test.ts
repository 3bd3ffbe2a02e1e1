import { expect, it, vi } from "vitest";
import { Gathering } from "./gathering.ts";

/** Work that is ended by hand, and what each call carried. */
function held<Out>(answer: (item: string) => Out) {
  const calls: string[][] = [];
  const ends: (() => void)[] = [];
  const work = async (items: readonly string[]) => {
    calls.push([...items]);
    await new Promise<void>((resolve) => ends.push(resolve));
    return items.map(answer);
  };
  const end = async () => {
    ends.shift()?.();
    for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
  };
  return { calls, work, end };
}
const limits = { togetherMost: 3, waitingMost: 5 };

it("carries one alone, and what came meanwhile together, in order, each with its own answer", async () => {
  const { calls, work, end } = held((item) => item.toUpperCase());
  const gathering = new Gathering(work, limits);
  const answers = ["a", "b", "c"].map((item) => gathering.add(item));
  expect(calls).toEqual([["a"]]);
  await end();
  expect(calls).toEqual([["a"], ["b", "c"]]);
  await end();
  expect(await Promise.all(answers)).toEqual(["A", "B", "C"]);
});

it("carries no more at once than its limit, by weight, and one that weighs more alone", async () => {
  const { calls, work, end } = held((item) => item);
  const gathering = new Gathering(work, { togetherMost: 3, waitingMost: 50 });
  const added = [
    gathering.add("first"),
    gathering.add("two", 2),
    gathering.add("one", 1),
    gathering.add("nine", 9),
    gathering.add("last"),
  ];
  for (const _ of added) await end();
  await Promise.all(added);
  expect(calls).toEqual([["first"], ["two", "one"], ["nine"], ["last"]]);
});

it("says when to come back once too much waits, and has room again when that is under way", async () => {
  const { work, end } = held((item) => item);
  const gathering = new Gathering(work, limits);
  const first = gathering.add("under way", 5);
  const waiting = gathering.add("waiting", 5);
  await expect(gathering.add("too much")).rejects.toMatchObject({ code: "unavailable", retryAfterSeconds: 2 });
  expect(() => gathering.requireRoom()).toThrow("More is waiting");
  await end();
  gathering.requireRoom();
  const next = gathering.add("next");
  await end();
  await end();
  expect(await Promise.all([first, waiting, next])).toEqual(["under way", "waiting", "next"]);
});

it("rejects those of a call that failed, and goes on with the others", async () => {
  const gathering = new Gathering<string, string>(
    (items) => (items.includes("bad") ? Promise.reject(new Error("spoiled")) : Promise.resolve(items)),
    limits,
  );
  const settled = await Promise.allSettled(["good", "bad", "beside"].map((item) => gathering.add(item)));
  expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
  expect(await gathering.add("after")).toBe("after");
});

it("waits a moment, behind one that carried more, for as much as is its share of that", async () => {
  vi.useFakeTimers();
  const { calls, work, end } = held((item) => item);
  const company = { share: 0.5, withinMs: 20 };
  const gathering = new Gathering(work, { togetherMost: 50, waitingMost: 50, company });
  const add = (item: string, weight: number) => void gathering.add(item, weight);
  add("four", 4);
  expect(calls).toEqual([["four"]]);
  await end();
  add("one", 1);
  await vi.advanceTimersByTimeAsync(19);
  expect(calls).toHaveLength(1);
  add("more", 1);
  await vi.advanceTimersByTimeAsync(0);
  expect(calls[1]).toEqual(["one", "more"]);
  // What waits when it ends is enough.
  add("as much", 2);
  await end();
  expect(calls[2]).toEqual(["as much"]);
  await end();
  add("little", 0.5);
  await vi.advanceTimersByTimeAsync(20);
  expect(calls[3]).toEqual(["little"]);
  await end();
  await vi.advanceTimersByTimeAsync(20);
  // Nobody came: who comes now does not wait.
  add("late", 0.1);
  expect(calls[4]).toEqual(["late"]);
  vi.useRealTimers();
});
