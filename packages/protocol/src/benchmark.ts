import { z } from "zod";
import { driveIdentity } from "./drive.ts";
import { protocolLimits } from "./limits.ts";
import { stepPath } from "./plan/place.ts";
import { latencyNs } from "./plan/values.ts";
import { pointSpec } from "./point-spec.ts";
import { counter, shortText, uuid, wholeNumber } from "./primitives.ts";
import { volumeMember } from "./volume.ts";

export const namespaceTarget = z
  .object({ kind: z.literal("namespace"), drive: driveIdentity, nsid: z.int().min(1).max(0xffff_ffff) })
  .meta({ id: "NamespaceTarget" });
export const scratchFileTarget = z
  .object({ kind: z.literal("scratchFile"), path: shortText.min(1) })
  .meta({ id: "ScratchFileTarget" });

/** An md array, by its own UUID and all that it is made of; the agent refuses it if either is another. */
export const volumeTarget = z
  .object({
    kind: z.literal("volume"),
    uuid: z.string().min(1).max(64),
    level: z.string().min(1).max(32),
    members: z.array(volumeMember).min(1).max(protocolLimits.membersPerVolume),
  })
  .meta({ id: "VolumeTarget" });

/** Where a benchmark runs. */
export const benchmarkTarget = z
  .discriminatedUnion("kind", [namespaceTarget, scratchFileTarget, volumeTarget])
  .meta({ id: "BenchmarkTarget" });

/** HdrHistogram V2, deflated, base64; values in nanoseconds, 3 significant digits. */
export const histogram = z.string().min(1).max(protocolLimits.histogramCharacters);

/** One direction (read or write) during one second. Latencies are absent where no operation completed: a stall. */
export const secondDirection = z
  .object({
    operations: wholeNumber,
    bytes: wholeNumber,
    latencyNsMean: wholeNumber.optional(),
    latencyNsP50: wholeNumber.optional(),
    latencyNsP99: wholeNumber.optional(),
    latencyNsMax: wholeNumber.optional(),
    histogram,
  })
  .meta({ id: "SecondDirection" });

/**
 * One direction of a finished point. The histogram is the result; the figures are read from it and from the clock.
 * Latencies are absent where no operation completed.
 */
export const pointDirection = z
  .object({
    operations: wholeNumber,
    bytes: counter,
    iops: z.number().min(0),
    bytesPerSecond: z.number().min(0),
    latencyNsMin: wholeNumber.optional(),
    latencyNsMean: z.number().min(0).optional(),
    latencyNsStddev: z.number().min(0).optional(),
    latencyNsMax: wholeNumber.optional(),
    histogram,
  })
  .meta({ id: "PointDirection" });

const sliceDirection = z
  .object({
    operations: wholeNumber,
    /** Operations that took longer than a latency, for each that the plan names. */
    over: z
      .array(z.object({ thresholdNs: latencyNs, operations: wholeNumber }).meta({ id: "SliceThreshold" }))
      .max(protocolLimits.thresholdsPerSlice),
  })
  .meta({ id: "SliceDirection" });

/** A part of a point's measured time. The last may be shorter than the others. */
export const pointSlice = z
  .object({
    startSecond: z.int().min(0).max(protocolLimits.pointSeconds),
    seconds: z.number().min(0).max(protocolLimits.pointSeconds),
    read: sliceDirection.optional(),
    write: sliceDirection.optional(),
  })
  .meta({ id: "PointSlice" });

export const ioError = z
  .object({ errno: z.int().min(0).max(65_535), name: z.string().max(64), count: wholeNumber })
  .meta({ id: "IoError" });

/** Little's law: IOPS times mean latency is the number of operations in flight. */
export const littlesLaw = z
  .object({ meanInFlight: z.number().min(0), expected: z.number().min(0), ok: z.boolean() })
  .meta({ id: "LittlesLaw" });

/** What was found by reading verified data. A run of fills reads all that it wrote once more at its end. */
export const verification = z
  .object({
    /** Reads whose content was known and was as it must be. */
    matched: wholeNumber,
    /** Reads that returned something else than what was written. */
    mismatched: wholeNumber,
    /** Reads of what this point had not written: nothing can be said of them. */
    unknown: wholeNumber,
    /** Byte offset of the first mismatch. */
    firstMismatchBytes: counter.optional(),
    /** What was read once more at the end and was as it was written. */
    readBackBytes: counter,
    /** The span of the point. */
    spanBytes: counter,
  })
  .meta({ id: "Verification" });

/** What surrounds a point and may explain it. Everything is optional, because hosts differ in what they can say. */
export const benchmarkEnvironment = z
  .object({
    toolVersion: shortText,
    kernel: shortText.optional(),
    cpuModel: shortText.optional(),
    cpuCount: z.int().min(0).max(65_536).optional(),
    governor: shortText.optional(),
    scheduler: shortText.optional(),
    numaNode: z.int().min(-1).max(4096).optional(),
    pcieLink: shortText.optional(),
    maxPcieLink: shortText.optional(),
    logicalBlockBytes: wholeNumber.optional(),
    writeCache: shortText.optional(),
    pollQueues: wholeNumber.optional(),
    mitigations: shortText.optional(),
    firmware: shortText.optional(),
    engineFlags: z.array(shortText).max(32),
    inUse: z.array(shortText).max(protocolLimits.warningsPerMessage),
  })
  .meta({ id: "BenchmarkEnvironment" });

export const runRef = { runId: uuid };
/** A point of a run: its number in the order in which the agent measures. */
export const pointRef = {
  runId: uuid,
  pointSequence: z
    .int()
    .min(0)
    .max(protocolLimits.pointsPerRun - 1),
};

/** One measurement of a point. The highest attempt is the one that counts; what was said of a lower one is void. */
export const pointAttempt = {
  ...pointRef,
  /** How often the point was begun before and cut off, as the agent or its host went down; absent: never. */
  attempt: z
    .int()
    .min(0)
    .max(protocolLimits.pointAttempts - 1)
    .optional(),
};

export const raisedParameter = z
  .object({
    parameter: z.enum(["rate", "queueDepth", "threads"]),
    value: z.number().min(0.001).max(1_000_000_000),
    /** The answer, measured once more. */
    confirms: z.boolean().optional(),
  })
  .meta({ id: "RaisedParameter" });

/** What a point is, said with its start and with its end, whichever arrives first. */
export const pointIdentity = {
  ...pointAttempt,
  stepPath,
  /** Of a step that repeats its body, counted from 0. */
  round: z
    .int()
    .min(0)
    .max(protocolLimits.rounds - 1)
    .optional(),
  /** Of a step that searches: what it raised, and to which value. */
  raised: raisedParameter.optional(),
  spec: pointSpec,
};
