import { expect, it } from "vitest";
import type { PreviewedTarget } from "./many-preview";
import { obstacleOf, summarizeMany } from "./many-summary";

function target(hostname: string, durationMs: number, more: object = {}): PreviewedTarget {
  const preflight = { hostname, durationMs, blockers: [], writes: false, ...more };
  return { kind: "target", preflight } as unknown as PreviewedTarget;
}

const gone = { kind: "gone", message: "It is not plugged in.", remedy: "Plug it in." } as unknown as PreviewedTarget;

it("takes as long as the host that takes longest, one drive after the other", () => {
  const all = [target("a", 60_000), target("a", 60_000), target("b", 90_000), gone];
  expect(summarizeMany(all, false)).toMatchObject({ targets: 3, hosts: 2, durationMs: 120_000 });
  expect(summarizeMany(all, true)).toMatchObject({ durationMs: 90_000 });
  expect(summarizeMany([], false)).toMatchObject({ targets: 0, hosts: 0, durationMs: 0 });
});

it("names what loses its data", () => {
  const all = [target("a", 1), target("b", 1, { writes: true, destroys: { serial: "S" } })];
  const { destroyed, writes } = summarizeMany(all, false);
  expect(writes).toBe(true);
  expect(destroyed.map(({ destroys }) => destroys?.serial)).toEqual(["S"]);
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
