/** What each kind of step is called, where it may stand, and what a new one has in its fields. */
import type { Fields } from "./draft-plan";

export interface StepKindWords {
  readonly name: string;
  /** What it does, in a line. */
  readonly does: string;
}

const purge = { name: "Purge", does: "Destroys all data, so that what follows starts on an empty drive." };
const set = { name: "Set", does: "Changes a setting of the drive for the rest of the plan." };
const fill = { name: "Fill", does: "Writes the drive over, to precondition it. Never a result." };
const sweep = { name: "Sweep", does: "Measures one point for each combination of its values." };
const streams = { name: "Streams", does: "Measures several loads that run at once." };
const rounds = { name: "Rounds", does: "Repeats its steps, until steady state or a number of rounds." };
const each = { name: "Each", does: "Runs its steps once for every value of a drive setting." };
const search = { name: "Search", does: "Raises a load until a criterion fails." };
const idle = { name: "Idle", does: "Sends nothing for a time." };

const selfTest = { name: "Self-test", does: "Has the drive test itself, and waits for the result." };
const database = { name: "Database", does: "Runs PostgreSQL and pgbench on the target. Destroys all data on a drive." };
const ratedFigures = { name: "Rated figures", does: "Measures every figure that the drive's model is rated for." };

const words: Readonly<Record<string, StepKindWords>> = {
  sweep,
  streams,
  fill,
  purge,
  set,
  idle,
  rounds,
  each,
  search,
  selfTest,
  database,
  ratedFigures,
};

/** The kinds that can be added, in the order of the menu. */
export const addableKinds: readonly string[] = Object.keys(words);

export function kindWords(kind: string): StepKindWords {
  return words[kind] ?? { name: kind === "" ? "Step" : kind, does: "" };
}

/** The steps that others can be in; without kinds any can. */
const bodies: Readonly<Record<string, { readonly kinds?: readonly string[]; readonly stepsMax?: number }>> = {
  each: {},
  rounds: { kinds: ["sweep", "fill", "streams", "idle"] },
  search: { kinds: ["sweep", "streams"], stepsMax: 1 },
};

export function hasBody(kind: string): boolean {
  return kind in bodies;
}

/** Why a step of a kind cannot stand in one of another; undefined where it can. */
export function whyNotWithin(kind: string, around: string, stepsBeside: number): string | undefined {
  const body = bodies[around];
  if (kind === "ratedFigures") return "Rated figures stand in no other step.";
  const place = kindWords(around).name;
  if (body === undefined) return `${place} has no steps of its own.`;
  if (body.kinds !== undefined && !body.kinds.includes(kind)) {
    return `${kindWords(kind).name} cannot stand in ${place}.`;
  }
  const full = body.stepsMax !== undefined && stepsBeside >= body.stepsMax;
  return full ? `${place} has its one step already.` : undefined;
}

const load = { pattern: "random", blockBytes: 4096, readPercent: 100 };
const measured = { rampSeconds: 5, durationSeconds: 60 };

/** The fields of a new step: a plan with it alone can be run, as far as one can. */
const templates: Readonly<Record<string, Fields>> = {
  purge: { kind: "purge", method: "format" },
  set: { kind: "set", powerState: 0 },
  fill: { kind: "fill", method: "sequential", blockBytes: 131_072, fills: 2 },
  sweep: { kind: "sweep", ...load, queueDepth: [1, 2, 4, 8, 16, 32, 64], ...measured },
  streams: {
    kind: "streams",
    ...measured,
    streams: [
      { name: "reads", ...load, queueDepth: 16 },
      { name: "writes", ...load, readPercent: 0, pattern: "sequential", blockBytes: 131_072, queueDepth: 1 },
    ],
  },
  rounds: {
    kind: "rounds",
    roundsMax: 25,
    until: {
      kind: "steadyState",
      windowRounds: 5,
      excursionPercent: 20,
      slopePercent: 10,
      tracked: [{ metric: "iops" }],
    },
    steps: [{ kind: "sweep", ...load, readPercent: 0, queueDepth: 32, durationSeconds: 60 }],
  },
  each: {
    kind: "each",
    setting: "powerState",
    values: "offered",
    steps: [{ kind: "sweep", ...load, queueDepth: 32, ...measured }],
  },
  search: {
    kind: "search",
    raise: "queueDepth",
    from: 1,
    to: 256,
    resolution: 1,
    criteria: [{ direction: "read", percentile: 99.9, belowNs: 1_000_000 }],
    steps: [{ kind: "sweep", ...load, ...measured }],
  },
  idle: { kind: "idle", seconds: 60 },
  selfTest: { kind: "selfTest", test: "short" },
  database: {
    kind: "database",
    system: "postgresql",
    benchmark: "tpcbLike",
    sizeGib: 10,
    clients: [4, 8, 16, 32, 64, 128],
    rampSeconds: 30,
    durationSeconds: 300,
  },
  ratedFigures: { kind: "ratedFigures", figures: "reads", rampSeconds: 5, durationSeconds: 60 },
};

export function newStepFields(kind: string): Fields {
  return templates[kind] ?? { kind };
}
