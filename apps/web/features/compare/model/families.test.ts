import { describeWorkload, type StatedWorkload, type Workload } from "@crosspoint/domain";
import { describe, expect, it } from "vitest";
import { layoutOf } from "./families.ts";
import type { MatrixPoint } from "./matrix.ts";

const base: Workload = {
  ...{ pattern: "random", readPercent: 100, blockBytes: 4096, engine: "io_uring", distribution: "uniform" },
  ...{ data: "incompressible", load: { kind: "closed" }, spanPercent: 100, precondition: [] },
  ...{ preconditions: false, settings: {}, beside: [], depth: { kind: "perThread", queueDepth: 1, threads: 1 } },
};
const depth = (queueDepth: number, threads = 1): Workload["depth"] => ({ kind: "perThread", queueDepth, threads });
const point = (workload: Workload | StatedWorkload, direction: "read" | "write" = "read"): MatrixPoint => ({
  key: JSON.stringify([workload, direction]),
  words: describeWorkload(workload),
  workload,
  direction,
});
const measured = (changes: Partial<Workload>) => point({ ...base, ...changes });
const stated = (queueDepth: number): StatedWorkload => ({
  ...{ pattern: "random", readPercent: 100, blockBytes: 4096, queueDepth },
});
const shapeOf = ({ axis, families, single }: ReturnType<typeof layoutOf>) => ({
  axis,
  families: families.map(({ title, places }) => [title, places.map(({ x, point: at }) => `${x}=${at}`).join(" ")]),
  single,
});

describe("layoutOf", () => {
  it("draws a depth sweep as one curve, in the order of depth, and a lone point as a bar", () => {
    const points = [measured({ depth: depth(16) }), measured({ depth: depth(1) }), measured({ depth: depth(4) })];
    expect(shapeOf(layoutOf([...points, measured({ blockBytes: 8192 })]))).toEqual({
      axis: "depth",
      families: [["4\u2009KiB random read", "1=1 4=2 16=0"]],
      single: [3],
    });
  });

  it("takes two points for bars", () => {
    expect(shapeOf(layoutOf([measured({}), measured({ depth: depth(2) })]))).toEqual({
      axis: undefined,
      families: [],
      single: [0, 1],
    });
  });

  it("keeps apart what differs in anything else: threads, the drive's state, reads and writes of a mix", () => {
    const sweep = (changes: Partial<Workload>, threads = 1) =>
      [1, 2, 4].map((each) => measured({ ...changes, depth: depth(each, threads) }));
    const found = layoutOf([...sweep({}), ...sweep({}, 4), ...sweep({ steadyState: "reached" })]);
    expect(found.families.map(({ title }) => title)).toEqual([
      "4\u2009KiB random read",
      "4\u2009KiB random read, 4 threads",
      "4\u2009KiB random read, steady state",
    ]);
    const mix = { ...base, readPercent: 70 };
    const both = [1, 2, 4].flatMap((each) =>
      (["read", "write"] as const).map((direction) => {
        const of = point({ ...mix, depth: depth(each) }, direction);
        // As the server words the two directions of a mix.
        return { ...of, words: `${of.words}, ${direction}s` };
      }),
    );
    expect(layoutOf(both).families.map(({ title }) => title)).toEqual([
      "4\u2009KiB random 70/30 read/write, reads",
      "4\u2009KiB random 70/30 read/write, writes",
    ]);
  });

  it("runs over sizes or mixes where those are swept, and over what was asked for where both are", () => {
    const sizes = [512, 4096, 8192].map((blockBytes) => measured({ blockBytes }));
    expect(shapeOf(layoutOf(sizes))).toMatchObject({
      axis: "size",
      families: [["random read, QD1", "512=0 4096=1 8192=2"]],
    });
    const mixes = [100, 70, 30].map((readPercent) => measured({ readPercent }));
    expect(shapeOf(layoutOf(mixes))).toMatchObject({
      axis: "mix",
      families: [["4\u2009KiB random read/write, QD1: reads", "30=2 70=1 100=0"]],
    });
    const grid = [512, 4096, 8192].flatMap((blockBytes) =>
      [1, 2, 4, 8].map((each) => measured({ blockBytes, depth: depth(each) })),
    );
    expect(layoutOf(grid)).toMatchObject({ axis: "depth", axes: ["depth", "size"] });
    expect(layoutOf(grid, "size").families).toHaveLength(4);
    expect(layoutOf(grid, "mix").axis).toBe("depth");
  });

  it("lets a published load stand in the measured sweep that agrees with what it states, and in none that fills", () => {
    const sweep = [1, 2, 4].map((each) => measured({ depth: depth(each) }));
    expect(shapeOf(layoutOf([...sweep, point(stated(32))])).families).toEqual([
      ["4\u2009KiB random read", "1=0 2=1 4=2 32=3"],
    ]);
    const fills = [1, 2, 4].map((each) => measured({ depth: depth(each), preconditions: true }));
    expect(layoutOf([...fills, point(stated(32))]).single).toEqual([3]);
    expect(shapeOf(layoutOf([1, 2, 4].map((each) => point(stated(each))))).families).toEqual([
      ["4\u2009KiB random read", "1=0 2=1 4=2"],
    ]);
  });
});
