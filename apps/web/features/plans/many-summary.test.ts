import { expect, it } from "vitest";
import type { PreviewedTarget } from "./many-preview";
import { obstacleOf, summarizeMany } from "./many-summary";

function target(hostname: string, durationMs: number, more: object = {}): PreviewedTarget {
  const known = { hostname, durationMs, durationLeastMs: durationMs / 2, driveIds: [crypto.randomUUID()] };
  const preflight = { ...known, blockers: [], writes: false, isRefused: false, ...more };
  return { kind: "target", preflight } as unknown as PreviewedTarget;
}

const gone = { kind: "gone", message: "It is not plugged in.", remedy: "Plug it in." } as unknown as PreviewedTarget;

it("takes as long as the host that takes longest, one drive after the other", () => {
  const all = [target("a", 60_000), target("a", 60_000), target("b", 90_000), gone];
  expect(summarizeMany(all, false)).toMatchObject({
    targets: 3,
    hosts: 2,
    durationMs: 120_000,
    durationLeastMs: 60_000,
  });
  expect(summarizeMany(all, true)).toMatchObject({ durationMs: 90_000, durationLeastMs: 45_000 });
  expect(summarizeMany([], false)).toMatchObject({ targets: 0, hosts: 0, durationMs: 0, effect: "none" });
});

it("adds what shares a drive, also where all may run beside each other", () => {
  const [one, two] = [{ driveIds: ["d1"] }, { driveIds: ["d2"] }];
  const volume = target("a", 30_000, { driveIds: ["d1", "d2"] });
  // The two drives beside each other at best, and the volume by itself.
  expect(summarizeMany([target("a", 60_000, one), volume, target("a", 40_000, two)], true)).toMatchObject({
    durationLeastMs: 45_000,
    durationMs: 130_000,
  });
  expect(summarizeMany([target("a", 60_000, one), target("a", 40_000, two)], true)).toMatchObject({
    durationMs: 60_000,
  });
});

it("names what loses its data", () => {
  const all = [target("a", 1), target("b", 1, { writes: true, destroys: { serial: "S" } })];
  const { destroyed, effect } = summarizeMany(all, false);
  expect(effect).toBe("destroys");
  expect(destroyed.map(({ destroys }) => destroys?.serial)).toEqual(["S"]);
  expect(summarizeMany([target("a", 1)], false).effect).toBe("readsOnly");
  expect(summarizeMany([target("a", 1), target("b", 1, { writes: true })], false).effect).toBe("writesToFiles");
});

it("counts no time and no effect of a target on which nothing can be measured", () => {
  const refused = target("a", 60_000, { isRefused: true });
  expect(summarizeMany([refused], false)).toMatchObject({ targets: 1, hosts: 1, durationMs: 0, effect: "none" });
  expect(summarizeMany([refused, target("a", 10_000)], false)).toMatchObject({ durationMs: 10_000 });
});

it("minds now what a schedule does not mind: what can pass until then", () => {
  const silent = target("a", 1, { blockers: [{ code: "unavailable", message: "Silent.", remedy: "" }] });
  const denied = target("a", 1, { blockers: [{ code: "forbidden", message: "Denied.", remedy: "" }] });
  expect([silent, denied, gone].map((each) => obstacleOf(each, false)?.message)).toEqual([
    "Silent.",
    "Denied.",
    "It is not plugged in.",
  ]);
  expect([silent, denied, gone].map((each) => obstacleOf(each, true)?.message)).toEqual([
    undefined,
    "Denied.",
    "It is not plugged in.",
  ]);
});
