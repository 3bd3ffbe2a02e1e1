import { findPlan } from "@crosspoint/catalog";
import type { PlanStep } from "@crosspoint/domain";
import { describe, expect, it } from "vitest";
import { framesOf } from "./frames";
import { sweepsOf } from "./sweeps";
import { runOf } from "./testing";

function drawn(steps: readonly PlanStep[]) {
  return framesOf(sweepsOf(runOf(steps))).map(({ title, note, lines }) => [
    note === "" ? title : `${title} (${note})`,
    lines.map(({ label, color, dash }) => `${label} ${color.slice(13, -1)}${dash === undefined ? "" : " dashed"}`),
  ]);
}

function builtIn(id: string) {
  return drawn(findPlan(id)?.document.steps ?? expect.fail(id));
}

describe("framesOf", () => {
  it("puts both alignments of the transfer sizes side by side, and each access order into a drawing of its own", () => {
    expect(builtIn("anandtech-2017-transfer-sizes")).toEqual([
      [
        "Random (QD1, after 2 × 4\u2009KiB random fill)",
        ["Reads 1", "Writes 2 dashed", "Reads, aligned to 512\u2009B 4", "Writes, aligned to 512\u2009B 5 dashed"],
      ],
      ["Sequential (QD1, after 2 × 4\u2009KiB random fill)", ["Reads 1", "Writes 2 dashed"]],
    ]);
  });

  it("draws depths by size and order, and of a mix both directions and their sum", () => {
    expect(builtIn("hardwareinfo-2015")).toEqual([
      ["4\u2009KiB random", ["Reads 1", "Writes 2 dashed"]],
      [
        expect.stringMatching(/^Mixed \(10% 512\u2009B, .*\) random \(80\/20 read\/write\)$/),
        ["Reads + writes 3", "Reads 1", "Writes 2 dashed"],
      ],
      ["8\u2009KiB random (67/33 read/write)", ["Reads + writes 3", "Reads 1", "Writes 2 dashed"]],
    ]);
  });

  it("says once what all lines share, and of each line what sets it apart", () => {
    const sweep = { kind: "sweep", pattern: "random", blockBytes: 4096, readPercent: 100, durationSeconds: 1 } as const;
    expect(drawn([{ ...sweep, queueDepth: [1, 2, 4, 8], threads: [1, 4], data: "verified" }])).toEqual([
      ["4\u2009KiB random (verified data)", ["Reads, 1 thread 1", "Reads, 4 threads 4"]],
    ]);
    expect(builtIn("anandtech-2017-mixed")).toEqual([
      [
        "4\u2009KiB random (QD1, 16 threads, after 2 × 4\u2009KiB random fill)",
        ["Reads + writes 3", "Reads 1", "Writes 2 dashed"],
      ],
    ]);
  });

  it("gives each mix a drawing where one would hold too many lines", () => {
    const steps: PlanStep[] = [
      {
        ...{ kind: "sweep", pattern: "random", blockBytes: 4096, durationSeconds: 1 },
        ...{ readPercent: [100, 70, 50], queueDepth: [1, 2, 4, 8] },
      },
    ];
    expect(drawn(steps).map(([title]) => title)).toEqual([
      "4\u2009KiB random read",
      "4\u2009KiB random 70/30 read/write",
      "4\u2009KiB random 50/50 read/write",
    ]);
  });
});
