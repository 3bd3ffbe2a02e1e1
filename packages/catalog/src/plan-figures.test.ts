import { countPoints, planDuration, planPurges, planWrites } from "@crosspoint/domain";
import { describe, expect, it } from "vitest";
import { findPlan, plans } from "./index.ts";

/** A drive on which one fill takes 1,000 s at the longest: 400 GB at 400 MB/s. */
const drive = { sizeBytes: 400e9, slowestBytesPerSecond: 400e6 };
const fill = 1000;
const hour = 3600;

/** Four minutes a point: 60 s of warm-up and 180 s measured. */
const reviewed = 240;
/** The most that the doubling from 1 to 256 tries: 1, 2, 4 … 256 are 9 values, and 7 halve the last gap of 128. */
const trials = 9 + 7;
/** As often as an answer is confirmed. */
const confirmations = 4;

interface Figures {
  /** On the walk that the preview lists: all rounds, every trial of a search passed, the body of an `each` once. */
  readonly points: number;
  /** The most that a run may come to, where that is more. */
  readonly pointsMax?: number;
  readonly seconds: number;
  readonly writes: boolean;
  readonly purges?: true;
}

const figures: Record<string, Figures> = {
  // 3 points of 5 + 55 s.
  "quick-check": { points: 3, seconds: 3 * 60, writes: false },
  // QD1 and QD16, 5 + 60 s.
  "optane-comparison": { points: 2, seconds: 2 * 65, writes: false },
  // Their points come from the sheet of the drive: rated-sheet.test.ts.
  "spec-check": { points: 0, seconds: 0, writes: true },
  "spec-check-reads": { points: 0, seconds: 0, writes: false },

  // A fill of 1,000 s and its reading back; 1 + 30 min of soak, 30 of which may be read back; 2 min, and by default 12 h, of
  // self-tests. The points of the rated figures come from the sheet.
  qualification: { points: 2, seconds: 2 * fill + 60 + 2 * 1800 + 120 + 12 * hour, writes: true },
  "qualification-short": { points: 2, seconds: 2 * fill + 10 + 2 * 300 + 120, writes: true },

  // One fill; 12 sizes, 11 sizes aligned to 512 B (512 B itself is there already), 12 sequential; read and written.
  "anandtech-2017-transfer-sizes": { points: 1 + 2 * (12 + 11 + 12), seconds: 2 * fill + 70 * reviewed, writes: true },
  // 11 depths of 4 loads.
  "anandtech-2017-queue-depths": { points: 1 + 4 * 11, seconds: 2 * fill + 44 * reviewed, writes: true },
  // 100 % to 0 % of reads in steps of 10.
  "anandtech-2017-mixed": { points: 1 + 11, seconds: 2 * fill + 11 * reviewed, writes: true },
  "anandtech-optane-memory-transfer-sizes": { points: 1 + 2 * 12, seconds: 2 * fill + 24 * reviewed, writes: true },
  "anandtech-optane-memory-queue-depths": { points: 1 + 2 * 5, seconds: 2 * fill + 10 * reviewed, writes: true },
  // 1 to 512 doubling are 10 depths, of 4 loads, 10 + 60 s.
  "anandtech-2020-peak-throughput": { points: 1 + 4 * 10, seconds: 2 * fill + 40 * 70, writes: true },

  // 6 depths of 4 KiB reads and writes, 2 sequential points, 6 depths of each mix; 5 + 30 s.
  "hardwareinfo-2015": { points: 2 * 6 + 2 + 6 + 6, seconds: 26 * 35, writes: true },
  "hardwareinfo-2015-steady-state-short": { points: 2, seconds: 2 * 1800, writes: true },
  "hardwareinfo-2015-steady-state": { points: 2, seconds: 2 * 10 * hour, writes: true },
  "hardwareinfo-2015-consistency-short": { points: 1, seconds: 1800, writes: true },
  "hardwareinfo-2015-consistency": { points: 1, seconds: 10_000, writes: true },
  // Five minutes idle, then two points of 5 + 60 s.
  "hardwareinfo-2015-power": { points: 2, seconds: 300 + 2 * 65, writes: true },

  // 25 rounds of 8 sizes x 7 mixes, a minute each: 25 x 56 min.
  "snia-pts-e-iops": {
    points: 1 + 25 * 8 * 7,
    seconds: 2 * fill + 25 * 56 * 60,
    writes: true,
    purges: true,
  },
  "snia-pts-e-throughput-128k": { points: 1 + 25 * 2, seconds: 2 * fill + 25 * 2 * 60, writes: true, purges: true },
  "snia-pts-e-throughput-1m": { points: 1 + 25 * 2, seconds: 2 * fill + 25 * 2 * 60, writes: true, purges: true },
  // 25 rounds of 3 sizes x 3 mixes.
  "snia-pts-e-latency": { points: 1 + 25 * 9, seconds: 2 * fill + 25 * 9 * 60, writes: true, purges: true },
  // Four times the capacity is sooner over than 24 h.
  "snia-pts-e-write-saturation": { points: 1, seconds: 4 * fill, writes: true, purges: true },
  // The same matrix of 25 rounds, then 3 sizes x 3 mixes and 2 sizes x 2 directions, a minute each.
  "raid0-comparison": {
    points: 1 + 25 * 8 * 7 + 9 + 4,
    seconds: 2 * fill + (25 * 56 + 9 + 4) * 60,
    writes: true,
  },

  // Three streams a trial, listed for the 9 values of the doubling and one confirmation; 5 + 300 s, then 5 + 7200 s.
  ...Object.fromEntries(
    ["act", "act-4k"].map((id) => [
      id,
      {
        points: 1 + 3 * (9 + 1),
        pointsMax: 1 + 3 * (trials + confirmations),
        seconds: 2 * fill + trials * 305 + confirmations * 7205,
        writes: true,
      },
    ]),
  ),

  // 10 x (60 + 300) s. Scale 6,826 of 15 MiB, loaded at 10 MiB/s in 10,239 s, and two minutes for the server.
  "postgresql-tpcb": { points: 10, seconds: 10 * 360 + 10_239 + 120, writes: true },

  // 5 points of 5 + 60 s at each of the 32 values that a drive can offer at most; the preview does not know how many.
  "power-governor-sweep": { points: 5, pointsMax: 32 * 5, seconds: 32 * 5 * 65, writes: true },
  "power-state-sweep": { points: 5, pointsMax: 32 * 5, seconds: 32 * 5 * 65, writes: true },
  // 7 ways, 5 + 120 s.
  "completion-modes": { points: 7, seconds: 7 * 125, writes: false },

  "random-fill-steady-state": { points: 2, seconds: 2 * fill + 1200, writes: true, purges: true },
  // SPRandom writes the drive once, and as much more as it is assumed to have in reserve: 15 %.
  "sprandom-steady-state": { points: 2, seconds: 1.15 * fill + 1200, writes: true, purges: true },
};

it("every built-in plan is in the table", () => {
  expect(plans.map(({ document }) => document.id)).toEqual(Object.keys(figures));
});

describe.each(Object.entries(figures))("%s", (id, { points, pointsMax = points, seconds, writes, purges = false }) => {
  const plan = findPlan(id);
  const steps = plan?.document.steps ?? [];

  it(`has ${points} points, ${pointsMax} at most`, () => {
    expect([...(plan?.points ?? []), ...(plan?.databasePoints ?? [])]).toHaveLength(points);
    expect(countPoints(steps)).toBe(pointsMax);
  });

  it(`takes ${seconds} s at most on a drive that is filled in ${fill} s, purges excluded`, () => {
    const duration = planDuration(steps, drive);
    expect(duration.secondsMost).toBeCloseTo(seconds, 6);
    expect(duration.hasPurge).toBe(purges);
  });

  it(writes ? "writes, and says so" : "reads only, and says so", () => {
    expect(planWrites(steps)).toBe(writes);
    expect(plan?.document.readsOnly).toBe(!writes);
    expect(planPurges(steps)).toEqual(purges ? ["format"] : []);
  });
});

it("each departure is a sentence, and each plan that follows a source says where it departs", () => {
  const told = plans.flatMap(({ document, departs }) => departs.map((sentence) => [document.id, sentence]));
  expect(told.filter(([, sentence = ""]) => !/^[A-Z0-9].*\.$/.test(sentence))).toEqual([]);
  const silent = plans.filter(({ sourceIds, departs }) => sourceIds.length > 0 && departs.length === 0);
  expect(silent.map(({ document }) => document.id)).toEqual([]);
});
