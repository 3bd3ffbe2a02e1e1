import { z } from "zod";
import { runSettings } from "./control.ts";
import { protocolLimits } from "./limits.ts";
import { counter, percent } from "./primitives.ts";

/** How operations reach the target: `io_uring`, `passthrough`, `sync` or `null`, with `+poll` and `+sqpoll`. */
export const engine = z
  .string()
  .regex(
    /^(io_uring|passthrough|sync|null)(\+poll)?(\+sqpoll)?$/,
    "must be io_uring, passthrough, sync or null, with +poll and +sqpoll behind it",
  );
export const pattern = z.enum(["random", "sequential"]);
/** Which places of the span are used how often: `uniform`, `zipf:1.1`, `hotspot:90/10`. */
export const distribution = z
  .string()
  .regex(
    /^(uniform|zipf:(0|[1-9]\d?)(\.\d{0,2}[1-9])?|hotspot:[1-9]\d?\/[1-9]\d?)$/,
    "must be uniform, zipf:1.1 or hotspot:90/10",
  );
/** What is written: `incompressible`, `compressible:2`, `verified`. */
export const data = z
  .string()
  .regex(
    /^(incompressible|verified|compressible:[1-9]\d{0,2}(\.\d{0,14}[1-9])?)$/,
    "must be incompressible, compressible:2 or verified",
  );
/** Sizes with the percentage of operations that have each, ascending: `512:10,4k:60,64k:30`. */
export const blockMix = z
  .string()
  .max(1024)
  .regex(/^[1-9]\d{0,7}[kM]?:[1-9]\d?(,[1-9]\d{0,7}[kM]?:[1-9]\d?)+$/, "must be a mix such as 512:10,4k:60,64k:30");
export const blockBytes = z.int().min(1).max(protocolLimits.blockBytes);
export const queueDepth = z.int().min(1).max(protocolLimits.queueDepthPerThread);
export const threads = z.int().min(1).max(protocolLimits.threadsPerPoint);
export const totalDepth = z
  .int()
  .min(1)
  .max(protocolLimits.queueDepthPerThread * protocolLimits.threadsPerPoint);
/** Operations per second of all threads together. */
export const ratePerSecond = z.number().min(0.001).max(1_000_000_000);
export const pace = z.enum(["fixed", "poisson"]);
/** Share of the target that is used, from its start. */
export const spanPercent = z.int().min(1).max(100);
export const rampSeconds = z.int().min(0).max(protocolLimits.pointSeconds);
export const durationSeconds = z.int().min(1).max(protocolLimits.pointSeconds);
/** How many times a point goes through its span. */
export const fills = z.number().min(0.001).max(1000);

/** Rounds are measured until the last of them no longer differ; the defaults are those of SNIA PTS. */
export const steadyState = z.strictObject({
  roundSeconds: durationSeconds.default(60),
  tracked: z.enum(["iops", "bandwidth", "meanLatency"]).default("iops"),
  windowRounds: z.int().min(2).max(protocolLimits.rounds).default(5),
  excursionPercent: percent.default(20),
  slopePercent: percent.default(10),
  roundsMax: z.int().min(2).max(protocolLimits.rounds).default(25),
});

/** A value, or a list of values that differ. */
function axis<Value extends z.ZodType<string | number>>(value: Value) {
  const values = z
    .array(value)
    .min(1)
    .max(protocolLimits.valuesPerAxis)
    .refine((list) => new Set(list).size === list.length, "holds a value twice");
  return z.union([value, values], { error: axisError });
}

/** What is wrong with an axis: with its value, or with which of its values. */
function axisError(issue: z.core.$ZodRawIssue): string {
  const [ofValue = [], ofList = []] = issue.code === "invalid_union" ? issue.errors : [];
  const found = (Array.isArray(issue.input) ? ofList : ofValue)[0];
  if (found === undefined) return "Invalid input";
  return found.path.length === 0 ? found.message : `${found.path.join(".")}: ${found.message}`;
}

/** Every combination of the axes, in the order in which they stand here; the last varies fastest. */
export const sweepStep = z
  .strictObject({
    kind: z.literal("sweep"),
    engine: axis(engine).optional(),
    pattern: axis(pattern),
    distribution: axis(distribution).optional(),
    data: axis(data).optional(),
    /** Unit of the offsets; `block`, the default, is each operation's own size. */
    alignBytes: axis(z.union([blockBytes, z.literal("block")])).optional(),
    blockBytes: axis(blockBytes).optional(),
    blockMix: axis(blockMix).optional(),
    readPercent: axis(percent),
    threads: axis(threads).optional(),
    queueDepth: axis(queueDepth).optional(),
    threadsMax: axis(threads).optional(),
    totalDepth: axis(totalDepth).optional(),
    ratePerSecond: axis(ratePerSecond).optional(),
    pace: pace.optional(),
    spanPercent: spanPercent.optional(),
    rampSeconds: rampSeconds.optional(),
    durationSeconds: durationSeconds.optional(),
    fills: fills.optional(),
    bytes: counter.optional(),
    steadyState: steadyState.optional(),
  })
  .check(({ value: sweep, issues }) => {
    for (const { field, message } of contradictions(sweep)) {
      issues.push({ code: "custom", input: sweep, path: field === undefined ? [] : [field], message });
    }
  });

/** A drive's settings for the rest of the run; the agent puts back what was before, also after a crash. */
export const setStep = z
  .strictObject({ kind: z.literal("set"), ...runSettings.shape })
  .refine(({ kind: _, ...settings }) => Object.values(settings).some((value) => value !== undefined), {
    message: "sets nothing: give a powerState, a powerGovernor or a scheduler",
  });

/** The kinds of step that this version walks, in one place for its errors. */
const stepKinds = ["sweep", "set"] as const;

/**
 * One step of a plan. The agent reads steps with its own parser, which says where a mistake stands; the contract
 * leaves them open, so that a step it does not know is declined by name.
 */
export const planStep = z
  .discriminatedUnion("kind", [sweepStep, setStep], {
    error: ({ input }) => {
      const kind = (input as { kind?: unknown } | undefined)?.kind;
      return `There is no step "${String(kind)}" in this version: use ${stepKinds.join(" or ")}, or update Crosspoint.`;
    },
  })
  .meta({ id: "PlanStep" });

/** A plan: what is done, in order. The same document in the catalog, on the wire, in the database and in plan files. */
export const benchmarkPlan = z
  .object({
    id: z.string().min(1).max(100),
    name: z.string().min(1).max(200),
    description: z.string().max(4096).optional(),
    /** No point may write. */
    readsOnly: z.boolean(),
    steps: z.array(planStep).min(1).max(protocolLimits.stepsPerPlan),
  })
  .meta({ id: "BenchmarkPlan" });

interface Contradiction {
  readonly field?: string;
  readonly message: string;
}

/** What the fields of a sweep say against one another. */
function contradictions(sweep: z.infer<typeof sweepStep>): Contradiction[] {
  return [...blockContradictions(sweep), ...depthContradictions(sweep), ...endingContradictions(sweep)];
}

type Sweep = Readonly<Record<string, unknown>>;

function blockContradictions(sweep: Sweep): Contradiction[] {
  const given = sweep.blockBytes !== undefined;
  return given === (sweep.blockMix !== undefined) ? [{ message: "needs either blockBytes or blockMix" }] : [];
}

function depthContradictions(sweep: Sweep): Contradiction[] {
  const total = sweep.totalDepth !== undefined;
  const perThread = ["threads", "queueDepth"].find((field) => sweep[field] !== undefined);
  const found: Contradiction[] = [];
  if (total && perThread !== undefined) {
    found.push({ field: perThread, message: "does not go with totalDepth, which goes with threadsMax" });
  }
  if (!total && sweep.threadsMax !== undefined) {
    found.push({ field: "threadsMax", message: "goes with totalDepth; queueDepth is that of each of threads" });
  }
  if (sweep.pace !== undefined && sweep.ratePerSecond === undefined) {
    found.push({ field: "pace", message: "belongs to an open loop: give ratePerSecond too" });
  }
  return found;
}

function endingContradictions(sweep: Sweep): Contradiction[] {
  const endings = ["fills", "bytes", "steadyState"].filter((field) => sweep[field] !== undefined);
  const [first, second] = endings;
  if (second !== undefined) return [{ field: second, message: `cannot end a point that ${first} ends` }];
  if (first === undefined && sweep.durationSeconds === undefined) {
    return [{ message: "nothing ends its points: give durationSeconds, fills, bytes or steadyState" }];
  }
  if (first !== "steadyState") return [];
  const { windowRounds, roundsMax } = sweep.steadyState as z.infer<typeof steadyState>;
  return [
    ...(sweep.durationSeconds === undefined
      ? []
      : [{ field: "durationSeconds", message: "does not go with steadyState, whose rounds say how long it takes" }]),
    ...(roundsMax < windowRounds
      ? [{ field: "steadyState", message: "roundsMax is below windowRounds: there would never be enough rounds" }]
      : []),
  ];
}
