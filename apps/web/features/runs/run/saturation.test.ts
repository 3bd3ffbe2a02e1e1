import { describe, expect, it } from "vitest";
import type { Point } from "./run-detail";
import { saturationRows } from "./saturation";

const point = (sequence: number, depth: number, iops: number, more: Partial<Point> = {}): Point =>
  ({
    sequence,
    stepPath: [1],
    state: "complete",
    cpuUserNs: 2e9,
    cpuSystemNs: 2e9,
    spec: {
      engine: "io_uring",
      pattern: "random",
      distribution: "uniform",
      data: "incompressible",
      blockBytes: 4096,
      readPercent: 100,
      depth: { kind: "total", totalDepth: depth, threadsMax: 16 },
      load: { kind: "closed" },
      spanPercent: 100,
      rampSeconds: 10,
      ending: { kind: "duration", durationSeconds: 60 },
      precondition: [],
    },
    directions: [
      {
        direction: "read",
        operations: iops * 60,
        iops,
        bytesPerSecond: iops * 4096,
        latencyNsMean: 100,
        latencyNsP99: 200,
      },
    ],
    ...more,
  }) as unknown as Point;

const sweep = [
  point(1, 1, 90_000),
  point(2, 8, 480_000),
  point(3, 16, 545_000),
  point(4, 32, 551_000),
  point(5, 64, 550_000),
];

describe("saturationRows", () => {
  it("takes the figures of the lowest depth within 95 % of the peak", () => {
    expect(saturationRows(sweep)).toMatchObject([
      {
        point: { sequence: 3 },
        depth: 16,
        iops: 545_000,
        bytesPerSecond: 545_000 * 4096,
        latencyNsMean: 100,
        latencyNsP99: 200,
        // 60 s of operations took 4 s of processor time.
        iopsPerCpu: (545_000 * 60) / 4,
        peakIops: 551_000,
        peakDepth: 32,
        isAtLeast: false,
      },
    ]);
  });

  it("says where the sweep ended before the peak, and keeps loads and steps apart", () => {
    const other = sweep.map((each, index) => ({ ...each, sequence: index + 10, stepPath: [2] })).slice(0, 4);
    const rows = saturationRows([...sweep, ...other]);
    expect(rows.map(({ point: { sequence }, isAtLeast }) => [sequence, isAtLeast])).toEqual([
      [3, false],
      [12, true],
    ]);
  });

  it("is of no sweep with fewer than four depths, of what failed, or of a search", () => {
    expect(saturationRows(sweep.slice(0, 3))).toEqual([]);
    expect(saturationRows(sweep.map((each) => ({ ...each, state: "failed" }) as Point))).toEqual([]);
    const raised = { parameter: "queueDepth", value: 3 };
    expect(saturationRows(sweep.map((each) => ({ ...each, raised }) as Point))).toEqual([]);
  });
});
