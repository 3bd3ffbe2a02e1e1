import type { PlanTemplate } from "@crosspoint/protocol";
import { actSteps } from "../lab/runs/act-steps.ts";
import type { Drive } from "../lab/virtual-host.ts";

type Steps = PlanTemplate["steps"];

/** What is launched for the pictures: which plan on which drive, and how often. */
export interface LabRun {
  /** By which pictures name it; runs of one that repeats are `<name>`, `<name> 2`, … */
  readonly name: string;
  readonly plan: string;
  readonly steps: Steps;
  readonly serial: string;
  readonly times?: number;
}

const MIB = 1 << 20;

const drive = (number: number, sizeMib: number, limits: Pick<Drive, "iopsLimit" | "bytesLimit"> = {}): Drive => ({
  serial: `EMULATED-${String(number).padStart(2, "0")}`,
  sizeBytes: sizeMib * MIB,
  ...limits,
});

/** Held to limits that a busy machine reaches, so that they and not the emulation decide. */
const drives = {
  first: drive(1, 512, { iopsLimit: 200 }),
  second: drive(2, 512, { iopsLimit: 160 }),
  rounds: drive(3, 64, { iopsLimit: 800 }),
  saturated: drive(4, 128, { iopsLimit: 1200 }),
  act: drive(5, 64, { iopsLimit: 250 }),
  settings: drive(6, 128, { iopsLimit: 400 }),
  modes: drive(7, 128),
} as const satisfies Record<string, Drive>;

export const labDrives: readonly Drive[] = Object.values(drives);

/** The drives whose limits change while they are measured. */
export const slowing = { rounds: drives.rounds.serial, saturated: drives.saturated.serial } as const;
/** Two runs of one drive, and one after it was slowed down. */
export const slowedAfterTwo = { serial: drives.first.serial, name: "three depths", iopsLimit: 170 } as const;
/** The drive of the pages that show one drive. */
export const shownDrive = drives.first.serial;

type Sweep = Extract<Steps[number], { kind: "sweep" }>;
const sweep = (load: Omit<Sweep, "kind" | "rampSeconds" | "durationSeconds">, durationSeconds: number): Sweep => ({
  kind: "sweep",
  ...load,
  rampSeconds: 1,
  durationSeconds,
});

const random4k = { pattern: "random", blockBytes: 4096 } as const;

const threeDepths: Steps = [sweep({ ...random4k, readPercent: 100, queueDepth: [8, 16, 32] }, 36)];
const sizes = [512, 1024, 2048, 4096, 8192, 16_384, 32_768, 65_536, 131_072, 262_144, 524_288, 1_048_576];

/** Longest first: what is launched first ends last. */
export const labRuns: readonly LabRun[] = [
  {
    name: "saturation",
    plan: "Write saturation",
    serial: drives.saturated.serial,
    // It ends by what it writes; a day is the longest that it may take.
    steps: [
      { kind: "purge", method: "format" },
      { kind: "sweep", ...random4k, readPercent: 0, queueDepth: 32, fills: 4, durationSeconds: 86_400 },
    ],
  },
  {
    name: "three depths",
    plan: "Reads at three depths",
    serial: drives.first.serial,
    times: 3,
    steps: threeDepths,
  },
  {
    name: "other drive",
    plan: "Reads at three depths",
    serial: drives.second.serial,
    times: 2,
    steps: threeDepths,
  },
  {
    name: "modes",
    plan: "Completion modes, 12 s each",
    serial: drives.modes.serial,
    steps: [
      sweep(
        {
          ...random4k,
          readPercent: 100,
          engine: [
            "io_uring",
            "io_uring+poll",
            "io_uring+sqpoll",
            "passthrough",
            "passthrough+poll",
            "sync",
            "sync+poll",
          ],
        },
        12,
      ),
    ],
  },
  {
    name: "rounds",
    plan: "SNIA PTS-E: IOPS, two sizes, three mixes",
    serial: drives.rounds.serial,
    steps: [
      { kind: "purge", method: "format" },
      { kind: "fill", method: "sequential", blockBytes: 131_072, fills: 2 },
      {
        kind: "rounds",
        roundsMax: 14,
        until: {
          kind: "steadyState",
          windowRounds: 5,
          excursionPercent: 20,
          slopePercent: 10,
          tracked: [{ metric: "iops", blockBytes: 4096, readPercent: 0 }],
        },
        steps: [
          {
            kind: "sweep",
            pattern: "random",
            blockBytes: [16_384, 4096],
            readPercent: [100, 65, 0],
            threads: 2,
            queueDepth: 8,
            durationSeconds: 2,
          },
        ],
      },
    ],
  },
  { name: "act", plan: "ACT at rates and limits of the lab", serial: drives.act.serial, steps: actSteps() },
  {
    name: "settings",
    plan: "I/O schedulers",
    serial: drives.settings.serial,
    steps: [
      {
        kind: "each",
        setting: "scheduler",
        values: ["none", "mq-deadline"],
        steps: [
          sweep({ ...random4k, readPercent: 100, queueDepth: [1, 16] }, 4),
          sweep({ ...random4k, readPercent: 0, queueDepth: 16 }, 4),
          sweep({ pattern: "sequential", blockBytes: 131_072, readPercent: [100, 0], queueDepth: 8 }, 4),
        ],
      },
    ],
  },
];

/** On a scratch file of this machine, for loads that the emulation cannot serve: its disk is whatever the machine has. */
export const fileRuns: readonly Omit<LabRun, "serial">[] = [
  {
    name: "depths",
    plan: "Queue depths",
    steps: [sweep({ ...random4k, readPercent: [100, 0], queueDepth: [1, 2, 4, 8, 16, 32, 64] }, 4)],
  },
  {
    name: "sizes",
    plan: "Transfer sizes",
    steps: [
      sweep({ pattern: "random", blockBytes: sizes, readPercent: [100, 0] }, 1),
      sweep({ pattern: "sequential", blockBytes: sizes, readPercent: [100, 0] }, 1),
    ],
  },
  {
    name: "mixes",
    plan: "Mixed reads and writes",
    steps: [sweep({ ...random4k, readPercent: [100, 90, 80, 70, 60, 50, 40, 30, 20, 10, 0], threads: 4 }, 3)],
  },
  {
    name: "repeats",
    plan: "Three loads, repeated",
    times: 5,
    steps: [sweep({ ...random4k, readPercent: 100, queueDepth: [1, 4, 16] }, 3)],
  },
  {
    name: "one point",
    plan: "4 KiB random, 70/30 read/write, QD16",
    steps: [sweep({ ...random4k, readPercent: 70, queueDepth: 16 }, 60)],
  },
  {
    name: "search",
    plan: "Highest rate with a p99 below 10 ms",
    steps: [
      {
        kind: "search",
        raise: "rate",
        from: 1,
        to: 65,
        resolution: 4,
        confirmSeconds: 8,
        criteria: [
          { direction: "read", percentile: 99, belowNs: 10_000_000 },
          { direction: "read", ratePercentAtLeast: 98 },
        ],
        steps: [sweep({ ...random4k, readPercent: 100, queueDepth: 256, ratePerSecond: 2000 }, 5)],
      },
    ],
  },
  {
    name: "database",
    plan: "PostgreSQL: transactions at 1 to 32 clients",
    steps: [
      {
        kind: "database",
        system: "postgresql",
        benchmark: "tpcbLike",
        sizeGib: 0.1,
        clients: [1, 2, 4, 8, 16, 32],
        rampSeconds: 2,
        durationSeconds: 8,
      },
    ],
  },
];
