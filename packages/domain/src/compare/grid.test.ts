import { describe, expect, it } from "vitest";
import { expandSweep } from "../plan/sweep.ts";
import { workloadOf } from "../workload/of-point.ts";
import type { Workload } from "../workload/workload.ts";
import type { ComparisonMatch } from "./comparison.ts";
import { gridOf, type SeriesEntries, type SeriesEntry } from "./grid.ts";
import { lengthOf } from "./point-keys.ts";

const [point] = expandSweep({
  kind: "sweep",
  pattern: "random",
  blockBytes: 4096,
  readPercent: 100,
  durationSeconds: 60,
});
if (point === undefined) throw new Error("a sweep of one point");
const plain = workloadOf(point);

function measured(iops: number, how: Partial<Workload> = {}, seconds = 60): SeriesEntry {
  const length = lengthOf({ kind: "duration", durationSeconds: seconds });
  const content = { figures: { metrics: { iops }, operations: 60 * iops } };
  return { kind: "measured", direction: "read", load: { workload: { ...plain, ...how }, length }, content };
}

function published(iops: number, condition?: string): SeriesEntry {
  const workload = { pattern: "random", readPercent: 100, blockBytes: 4096, queueDepth: 1 } as const;
  return {
    kind: "published",
    direction: "read",
    load: { workload, condition },
    content: { figures: { metrics: { iops } } },
  };
}

const series = (label: string, ...entries: SeriesEntry[]): SeriesEntries => ({
  label,
  entries,
  elsewhere: "Not measured.",
});

function shown(all: SeriesEntries[], match: ComparisonMatch = "exact") {
  const { points, cells, reasons, ignored } = gridOf(all, match);
  const words = (text: string) => text.replaceAll(/[\u2009\u202f\u00a0]/g, " ");
  const rows = points.map((row, at) => [
    words(row.words),
    ...cells
      .filter((cell) => cell.point === at)
      .map((cell) => (cell.kind === "figure" ? cell.metrics.iops : words(reasons[cell.reason] ?? ""))),
  ]);
  return { rows, ignored: ignored.map(words) };
}

const sync = { engine: "sync" } as const;
const steady = { precondition: ["fill:random:4096:2"], steadyState: "reached" } as const;

describe("a grid", () => {
  it("keeps loads apart by all that defines them, and names what differs", () => {
    const { rows, ignored } = shown([series("a", measured(1)), series("b", measured(2, { ...sync, spanPercent: 50 }))]);
    expect(rows).toEqual([
      ["4 KiB random read, QD1", 1, "Measured only otherwise: engine (sync), span (50%)."],
      [
        "4 KiB random read, QD1, first 50% of the target, sync",
        "Measured only otherwise: engine (io_uring), span (100%).",
        2,
      ],
    ]);
    expect(ignored).toEqual([]);
  });

  it("puts them together by their load alone if asked, and says what it ignored and what found no place", () => {
    const twice = series(
      "a",
      measured(1, { depth: { kind: "perThread", queueDepth: 8, threads: 4 } }),
      measured(3, sync),
    );
    const all = [twice, series("b", measured(2), measured(4, sync)), series("c", measured(5, {}, 2))];
    const { rows, ignored } = shown(all, "load");
    // 8 x 4 operations in flight are another load than one; those of the first series at QD1 came second.
    expect(rows).toEqual([
      ["4 KiB random read, QD1", 3, 2, 5],
      ["4 KiB random read, QD32", 1, "Not measured.", "Not measured."],
    ]);
    expect(ignored).toEqual([
      "engine (sync; io_uring)",
      "measured time (1 min; 2 s)",
      "1 more point of b of the same loads: the first of each is shown",
    ]);
  });

  it("says in an exact match, too, what found no place, and counts no point that was skipped and measured later", () => {
    const skipped: SeriesEntry = { ...measured(0), content: { missing: "Skipped." } };
    const { rows, ignored } = shown([
      series("a", measured(1), measured(2), skipped),
      series("b", skipped, measured(3)),
    ]);
    expect(rows).toEqual([["4 KiB random read, QD1", 1, 3]]);
    expect(ignored).toEqual(["1 more point of a of the same loads: the first of each is shown"]);
  });

  it("puts a published figure beside all that agree, and one of steady state beside those alone", () => {
    const all = [
      series(
        "a",
        ...[measured(1), measured(2, steady), measured(3, { precondition: ["purge:format"] }, 3600)],
        measured(4, { ...steady, steadyState: "notReached" }),
      ),
      series("b", published(10)),
      series("c", published(20, "steady state")),
    ];
    expect(shown(all).rows.map(([, ...values]) => values)).toEqual([
      [1, 10, "Not measured."],
      [2, 10, 20],
      [3, 10, 20],
      [4, 10, "Not measured."],
    ]);
    // Nothing measured agrees: it stands in a row of its own, and not with another state.
    expect(shown(all.slice(1)).rows).toEqual([
      ["4 KiB random read, QD1", 10, "Not measured."],
      ["4 KiB random read, QD1, steady state", "Not measured.", 20],
    ]);
  });

  it("prefers figures to a reason of the same load", () => {
    const skipped: SeriesEntry = { ...measured(0), content: { missing: "Skipped." } };
    expect(shown([series("a", skipped, measured(7))]).rows).toEqual([["4 KiB random read, QD1", 7]]);
    expect(shown([series("a", skipped), series("b", measured(1))]).rows[0]).toEqual([
      "4 KiB random read, QD1",
      "Skipped.",
      1,
    ]);
  });
});

describe("the length of a measurement", () => {
  it.each([
    [{ kind: "fills", fills: 2, durationSeconds: 9 } as const, undefined, "fills:2", "2 × the span"],
    [
      { kind: "duration", durationSeconds: 60 } as const,
      { count: 5, steady: true },
      "steady:5x60s",
      "5 steady rounds of 1 min",
    ],
    [{ kind: "duration", durationSeconds: 2 } as const, { count: 1, steady: false }, "rounds:1x2s", "1 round of 2 s"],
  ])("of %j in rounds %j is %s", (ending, rounds, key, words) => {
    const length = lengthOf(ending, rounds);
    expect([length.key, length.words.replaceAll(/[\u2009\u202f\u00a0]/g, " ")]).toEqual([key, words]);
  });
});
