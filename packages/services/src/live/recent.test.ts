import { expect, it } from "vitest";
import { RecentEvents } from "./recent.ts";

const drive = (driveId: string) => ({ topic: "drive", driveId }) as const;
const resync = [{ topic: "resync" }];

function heard(...events: readonly (readonly [atMs: number, driveId: string])[]): RecentEvents {
  const recent = new RecentEvents();
  recent.begin(1000);
  for (const [atMs, driveId] of events) recent.add(drive(driveId), atMs);
  return recent;
}

it("has what was heard since a moment, that moment included, each thing once", () => {
  const recent = heard([1500, "a"], [2000, "b"], [2500, "c"], [2600, "b"]);
  expect(recent.since(2000)).toEqual([drive("b"), drive("c")]);
  expect(recent.since(2601)).toEqual([]);
});

it("says that it does not know what was before it began, and of a line that was never up", () => {
  expect(heard().since(1000)).toEqual([]);
  expect(heard().since(999)).toEqual(resync);
  expect(new RecentEvents().since(5000)).toEqual(resync);
});

it("forgets what is older than a minute, and says so to who asks for it", () => {
  const recent = heard([1500, "a"], [2000, "b"], [61_600, "c"]);
  expect(recent.since(1500)).toEqual(resync);
  expect(recent.since(1501)).toEqual([drive("b"), drive("c")]);
});

it("holds a thousand events at most", () => {
  const recent = heard(...Array.from({ length: 1001 }, (_, index) => [2000 + index, `${index}`] as const));
  expect(recent.since(2000)).toEqual(resync);
  expect(recent.since(2001)).toHaveLength(1000);
});

it("knows nothing of before a gap", () => {
  const recent = heard([1500, "a"]);
  recent.begin(3000);
  expect(recent.since(1500)).toEqual(resync);
  expect(recent.since(3000)).toEqual([]);
});
