import { z } from "zod";
import {
  benchmarkEnvironment,
  ioError,
  littlesLaw,
  pointAttempt,
  pointDirection,
  pointIdentity,
  pointSlice,
  runRef,
  secondDirection,
  verification,
} from "./benchmark.ts";
import { hostPolicy } from "./control.ts";
import { databaseEnvironment, databaseIdentity, databaseResult } from "./database-events.ts";
import { driveIdentity, driveObservation, driveProblem, scratchFile, smartLog } from "./drive.ts";
import { driveDetails } from "./drive-details.ts";
import { driveLogs } from "./drive-logs.ts";
import { protocolLimits } from "./limits.ts";
import { percent, shortText, timeMs, uuid, wholeNumber } from "./primitives.ts";
import { runCounters, runFinding, runSelfTest } from "./run-facts.ts";
import { volume } from "./volume.ts";

const envelope = {
  /** Made once by the agent and kept over every retry: the server stores an id once. */
  id: uuid,
  /** By the host's clock, which may be wrong, and may be set back. */
  timeMs,
  /** Grows from event to event of an installation, whatever its clock does: which of its words is the newer. */
  sequence: wholeNumber.optional(),
};
const warnings = z.array(shortText).max(protocolLimits.warningsPerMessage);

/** Everything plugged into the host now. A drive that is missing here was pulled or hidden. */
export const inventoryEvent = z
  .object({
    ...envelope,
    kind: z.literal("inventory"),
    drives: z.array(driveObservation).max(protocolLimits.drivesPerHost),
    scratchFiles: z.array(scratchFile).max(protocolLimits.scratchFilesPerHost),
    /** md arrays, also those that nothing can be measured on; absent: none. */
    volumes: z.array(volume).max(protocolLimits.volumesPerHost).optional(),
  })
  .meta({ id: "InventoryEvent" });

/** The host itself; sent when it changed. */
export const environmentEvent = z
  .object({
    ...envelope,
    kind: z.literal("environment"),
    hostname: z.string().min(1).max(253),
    agentVersion: shortText,
    /** As `uname -m` says it; absent where the agent is too old to be upgraded by its server. */
    architecture: shortText.optional(),
    /** Why the server cannot upgrade this agent; absent where it can, if the host's policy lets it. */
    upgradeObstacle: shortText.optional(),
    kernel: shortText,
    operatingSystem: shortText,
    cpuModel: shortText,
    cpuCount: z.int().min(0).max(65_536),
    memoryBytes: wholeNumber,
    /** What `nvme version` printed; absent where nvme-cli is not installed. */
    nvmeCliVersion: shortText.optional(),
    /** `uring-bench --version`; absent where it cannot be run. */
    uringBenchVersion: shortText.optional(),
    governor: shortText.optional(),
    mitigations: shortText.optional(),
    /** Simultaneous multithreading is on; absent where the CPU has none. */
    smt: z.boolean().optional(),
    /** Idle states of the CPUs, the shallowest first. */
    idleStates: z
      .array(z.object({ name: shortText, exitLatencyUs: wholeNumber, enabled: z.boolean() }).meta({ id: "IdleState" }))
      .max(32)
      .optional(),
    /** CPUs on which the agent, and so a benchmark, may run (`0-15`). */
    allowedCpus: shortText.optional(),
    numaNodes: z
      .array(
        z
          .object({ node: z.int().min(0).max(4096), cpus: shortText, memoryBytes: wholeNumber })
          .meta({ id: "NumaNode" }),
      )
      .max(protocolLimits.numaNodesPerHost)
      .optional(),
    /** Parameters of the kernel's nvme and nvme_core modules. */
    nvmeParameters: z
      .array(z.object({ name: shortText, value: shortText }).meta({ id: "ModuleParameter" }))
      .max(64)
      .optional(),
    /** When the kernel started; absent where it does not say. */
    bootedMs: timeMs.optional(),
    /** The host's policy file, whole. Where the file cannot be used it is the policy that holds instead, with the problem. */
    policy: hostPolicy,
    /** Events lost since the agent was installed: dropped because the spool was full, or damaged on the host's disk. */
    eventsDropped: wholeNumber,
    /** Events that a server refused, since the agent was installed; the host keeps them with the reasons. */
    eventsRefused: wholeNumber.optional(),
  })
  .meta({ id: "EnvironmentEvent" });

export const smartEvent = z
  .object({ ...envelope, kind: z.literal("smart"), drive: driveIdentity, log: smartLog })
  .meta({ id: "SmartEvent" });

/** A drive could not be sampled. Sent instead of a sample, so that silence and failure look different. */
export const driveProblemEvent = z
  .object({ ...envelope, kind: z.literal("driveProblem"), drive: driveIdentity, problem: driveProblem })
  .meta({ id: "DriveProblemEvent" });

/** What a drive knows of itself beyond its inventory and its health. */
export const driveDetailsEvent = z
  .object({ ...envelope, kind: z.literal("driveDetails"), drive: driveIdentity, details: driveDetails })
  .meta({ id: "DriveDetailsEvent" });

/** What a drive and its host count beyond its health log. */
export const driveLogsEvent = z
  .object({ ...envelope, kind: z.literal("driveLogs"), drive: driveIdentity, logs: driveLogs })
  .meta({ id: "DriveLogsEvent" });

/** What became of a command: taken on, refused, done, or cut off by a crash and never begun again. */
export const commandEvent = z
  .object({
    ...envelope,
    kind: z.literal("command"),
    commandId: uuid,
    outcome: z.enum(["accepted", "declined", "succeeded", "failed", "interrupted"]),
    /** Why, in words, for declined, failed and interrupted; what was found, for some that succeeded. */
    reason: shortText.optional(),
    /** Status field of the controller's answer, phase tag left out, where it refused: 410Eh is "not changeable". */
    nvmeStatus: z.int().min(0).max(0x7fff).optional(),
    /**
     * Of a cancel that is declined: the agent has no such run, neither running nor to go on with. Whatever end it had was told
     * before this.
     */
    runUnknown: z.literal(true).optional(),
  })
  .meta({ id: "CommandEvent" });

/** How far long work came. Sent when it changes, and not at all where the drive does not say. */
export const commandProgressEvent = z
  .object({
    ...envelope,
    kind: z.literal("commandProgress"),
    commandId: uuid,
    /** What is being done, in words. */
    phase: shortText,
    percent: percent.optional(),
  })
  .meta({ id: "CommandProgressEvent" });

export const runStartedEvent = z
  .object({ ...envelope, kind: z.literal("runStarted"), ...runRef })
  .meta({ id: "RunStartedEvent" });

export const pointStartedEvent = z
  .object({
    ...envelope,
    kind: z.literal("pointStarted"),
    ...pointIdentity,
    environment: benchmarkEnvironment,
    warnings,
  })
  .meta({ id: "PointStartedEvent" });

/** One second of a running point; `second` counts from the start of its phase. */
export const pointSecondEvent = z
  .object({
    ...envelope,
    kind: z.literal("pointSecond"),
    ...pointAttempt,
    phase: z.enum(["ramp", "measure"]),
    second: z.int().min(0).max(protocolLimits.pointSeconds),
    /** Length of this interval; the last of a phase may be shorter than a second. Divide by it for a rate. */
    elapsedNs: wholeNumber,
    read: secondDirection.optional(),
    write: secondDirection.optional(),
  })
  .meta({ id: "PointSecondEvent" });

export const pointFinishedEvent = z
  .object({
    ...envelope,
    kind: z.literal("pointFinished"),
    ...pointIdentity,
    /** `complete` only if the point ran its whole time without an error; `skipped` was never begun, for a reason. */
    outcome: z.enum(["complete", "interrupted", "failed", "skipped"]),
    reason: shortText.optional(),
    elapsedNs: wholeNumber,
    read: pointDirection.optional(),
    write: pointDirection.optional(),
    cpuUserNs: wholeNumber.optional(),
    cpuSystemNs: wholeNumber.optional(),
    voluntaryContextSwitches: wholeNumber.optional(),
    involuntaryContextSwitches: wholeNumber.optional(),
    errors: z.array(ioError).max(64),
    littlesLaw: littlesLaw.optional(),
    /** Absent where the data were not verified. */
    verification: verification.optional(),
    slices: z.array(pointSlice).max(protocolLimits.slicesPerPoint).optional(),
    warnings,
  })
  .meta({ id: "PointFinishedEvent" });

/** What the drive said of itself around a run. */
export const runCountersEvent = z
  .object({ ...envelope, kind: z.literal("runCounters"), ...runCounters.shape })
  .meta({ id: "RunCountersEvent" });

/** How a self-test of a run ended. */
export const runSelfTestEvent = z
  .object({ ...envelope, kind: z.literal("runSelfTest"), ...runSelfTest.shape })
  .meta({ id: "RunSelfTestEvent" });

export const databasePointStartedEvent = z
  .object({
    ...envelope,
    kind: z.literal("databasePointStarted"),
    ...databaseIdentity,
    environment: databaseEnvironment,
    warnings,
  })
  .meta({ id: "DatabasePointStartedEvent" });

export const databasePointFinishedEvent = z
  .object({
    ...envelope,
    kind: z.literal("databasePointFinished"),
    ...databaseIdentity,
    /** `complete` only if pgbench ran its whole time; `skipped` was never begun, or a person left it out. */
    outcome: z.enum(["complete", "interrupted", "failed", "skipped"]),
    reason: shortText.optional(),
    elapsedNs: wholeNumber,
    result: databaseResult.optional(),
    warnings,
  })
  .meta({ id: "DatabasePointFinishedEvent" });
/** What a search or rounds of a run have come to, once they are over. */
export const runFindingEvent = z
  .object({ ...envelope, kind: z.literal("runFinding"), ...runFinding.shape })
  .meta({ id: "RunFindingEvent" });

export const runFinishedEvent = z
  .object({
    ...envelope,
    kind: z.literal("runFinished"),
    ...runRef,
    outcome: z.enum(["complete", "cancelled", "failed", "interrupted"]),
    reason: shortText.optional(),
  })
  .meta({ id: "RunFinishedEvent" });

/** Everything an agent reports. A kind that the server does not know is refused with a reason, the rest is taken. */
export const agentEvent = z
  .discriminatedUnion("kind", [
    inventoryEvent,
    environmentEvent,
    smartEvent,
    driveProblemEvent,
    driveDetailsEvent,
    driveLogsEvent,
    commandEvent,
    commandProgressEvent,
    runStartedEvent,
    pointStartedEvent,
    pointSecondEvent,
    pointFinishedEvent,
    runCountersEvent,
    runSelfTestEvent,
    databasePointStartedEvent,
    databasePointFinishedEvent,
    runFindingEvent,
    runFinishedEvent,
  ])
  .meta({ id: "AgentEvent" });
