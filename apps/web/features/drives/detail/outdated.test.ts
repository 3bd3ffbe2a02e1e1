import { expect, it } from "vitest";
import { isOutdated } from "./outdated";

const now = new Date("2026-11-29T12:00:00Z");
const sampled = (secondsAgo: number) => ({ time: new Date(now.getTime() - secondsAgo * 1000) });
const heard = { hostWord: { kind: "heard" } } as const;
const silent = { hostWord: { kind: "silent", since: now } } as const;

it.each([
  ["read a minute ago on a host that reports", { latest: sampled(60), place: heard }, false],
  ["read three minutes ago: six polls were missed, none more", { latest: sampled(180), place: heard }, false],
  ["not read since on a host that reports", { latest: sampled(181), place: heard }, true],
  ["on a silent host", { latest: sampled(60), place: silent }, true],
  ["in no host", { latest: sampled(60), place: undefined }, true],
  ["never read", { latest: undefined, place: silent }, false],
])("figures of a drive %s", (_, drive, outdated) => {
  expect(isOutdated(drive, now)).toBe(outdated);
});

it("goes by what the server knows of the host until the browser's clock is known", () => {
  expect(isOutdated({ latest: sampled(999), place: heard }, undefined)).toBe(false);
  expect(isOutdated({ latest: sampled(60), place: silent }, undefined)).toBe(true);
});
