import { expect, it } from "vitest";
import { hostWord, silenceText } from "./silence.ts";

const now = new Date("2026-11-21T12:03:00Z");

it.each([
  ["heard of three minutes ago", "2026-11-21T12:00:00.000Z", "heard"],
  ["heard of a millisecond before that", "2026-11-21T11:59:59.999Z", "silent"],
  ["whose clock is ahead of ours", "2026-11-21T13:00:00.000Z", "heard"],
])("a host %s", (_, lastSeenAt, kind) => {
  expect(hostWord(new Date(lastSeenAt), now).kind).toBe(kind);
});

it("says since when a host is silent", () => {
  const since = new Date("2026-11-21T11:58:30Z");
  expect(silenceText({ kind: "silent", since }, now)).toBe("has not reported for 4\u2009min 30\u2009s");
  expect(hostWord(null, now)).toEqual({ kind: "silent", since: undefined });
  expect(silenceText({ kind: "silent", since: undefined }, now)).toBe("has never reported");
});
