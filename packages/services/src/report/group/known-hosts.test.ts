import { expect, it } from "vitest";
import { KnownHosts } from "./known-hosts.ts";

const met = (id: string, eventsTaken: readonly string[], server = "one") => ({
  id,
  eventsTaken: [...eventsTaken],
  server,
  claims: false,
  revision: 7,
});

it("knows the hosts of which nobody else has taken anything since", () => {
  const known = new KnownHosts();
  const [a, b] = [met("a", []), met("b", [])];
  expect(known.unchanged([a, b])).toEqual(new Set());
  known.note(a, [1n, 5n]);
  known.note(b, [1n, 5n, 7n, 9n]);
  expect(known.unchanged([met("a", ["1", "6"]), met("b", ["1", "5", "7", "9"])])).toEqual(new Set(["b"]));
});

it("knows none once another PostgreSQL answers, nor what is told late of the one before", () => {
  const known = new KnownHosts();
  const a = met("a", ["1", "5"]);
  known.unchanged([a]);
  known.note(a, [1n, 5n]);
  expect(known.unchanged([met("a", ["1", "5"], "two")])).toEqual(new Set());
  known.note(a, [1n, 5n]);
  expect(known.unchanged([met("a", ["1", "5"], "two")])).toEqual(new Set());
});

it("forgets hosts rather than remember more than it may", () => {
  const known = new KnownHosts(1);
  const [a, b] = [met("a", ["1", "1"]), met("b", ["1", "1"])];
  known.unchanged([a, b]);
  known.note(a, [1n, 1n]);
  known.note(b, [1n, 1n]);
  expect(known.unchanged([a, b])).toEqual(new Set(["b"]));
});
