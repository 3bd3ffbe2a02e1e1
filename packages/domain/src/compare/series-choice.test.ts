import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseSeries, runsKey, type SeriesChoice, seriesText } from "./series-choice.ts";

const run = "3f0c1d2e-0000-4000-8000-000000000001";

describe("a series in a URL", () => {
  it.each<[string, SeriesChoice]>([
    [`run:${run}`, { kind: "run", runId: run }],
    [`run:${run}:1.0`, { kind: "run", runId: run, step: [1, 0] }],
    [`drive:${run}:quick-check:best`, { kind: "drive", driveId: run, plan: "quick-check", pick: "best" }],
    [
      "group:model:intel-ssd-dc-p3700:abc:2",
      { kind: "group", by: "model", value: "intel-ssd-dc-p3700", plan: "abc", step: [2] },
    ],
    ["group:tag:rack%3A 7, 50%25:abc", { kind: "group", by: "tag", value: "rack: 7, 50%", plan: "abc" }],
    ["published:a:Drive (one)", { kind: "published", sourceId: "a", drive: "Drive (one)" }],
  ])("%s is read and written", (text, choice) => {
    expect(parseSeries(text)).toEqual(choice);
    expect(seriesText(choice)).toBe(text);
  });

  it.each([
    "",
    "run",
    "run:1",
    `run:${run}:`,
    `run:${run}:-1`,
    `run:${run}:0:0`,
    `drive:${run}:plan:oldest`,
    `drive:${run}:a b:latest`,
    "group:host:a:b",
    "group:tag::b",
    "published:a",
    "published:a:b:c",
    `published:a:${"b".repeat(400)}`,
  ])("%j is none", (text) => {
    expect(parseSeries(text)).toBeUndefined();
  });

  it("keeps any tag", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 40, unit: "grapheme" }), (value) => {
        const choice: SeriesChoice = { kind: "group", by: "tag", value, plan: "p" };
        expect(parseSeries(seriesText(choice))).toEqual(choice);
      }),
    );
  });
});

it("runs of a series are the same if all of them are", () => {
  const keyOf = (...runIds: string[]) => runsKey(runIds.map((runId) => ({ runId })));
  expect(keyOf("b", "a")).toBe(keyOf("b", "a"));
  // A drive's newer run, which was requested before another drive's, takes the place of its older one.
  const others = [keyOf("b", "c"), keyOf("a", "b"), keyOf("b"), keyOf("b", "a", "c"), keyOf()];
  for (const other of others) expect(keyOf("b", "a")).not.toBe(other);
  expect(keyOf(run, run)).toMatch(/^2\.[0-9a-f]{16}$/);
});
