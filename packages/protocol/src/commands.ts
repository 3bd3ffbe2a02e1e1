import { z } from "zod";
import { benchmarkTarget, pointRef } from "./benchmark.ts";
import { driveAction } from "./control.ts";
import { driveIdentity } from "./drive.ts";
import { protocolLimits } from "./limits.ts";
import { benchmarkPlan } from "./plan/plan.ts";
import { shortText, timeMs, uuid, wholeNumber } from "./primitives.ts";

const envelope = { id: uuid };

/**
 * Run a whole plan. `confirmedSerial` is what a person typed; without it no point that writes to a drive is run. For a volume
 * it is the serials of all its drives in the order of their characters, each once, with ", " between them.
 */
export const startBenchmarkCommand = z
  .object({
    ...envelope,
    kind: z.literal("startBenchmark"),
    runId: uuid,
    target: benchmarkTarget,
    plan: benchmarkPlan,
    confirmedSerial: z.string().max(protocolLimits.confirmationCharacters).optional(),
    /** It begins no sooner than this, by the server's clock: runs of several hosts that begin together. */
    notBeforeMs: timeMs.optional(),
    /** It may run beside others of the host that say the same, on other drives. */
    parallelOnHost: z.boolean().optional(),
  })
  .meta({ id: "StartBenchmarkCommand" });

/** Stop a run in order, with what was measured so far; or skip one point of it. */
export const cancelBenchmarkCommand = z
  .object({
    ...envelope,
    kind: z.literal("cancelBenchmark"),
    runId: uuid,
    /** Who asked, as the audit names them: the run's end says it. */
    requestedBy: shortText.min(1),
    /** Skip this point alone: it ends as skipped, and the run goes on. Nothing happens where it is over already. */
    pointSequence: pointRef.pointSequence.optional(),
  })
  .meta({ id: "CancelBenchmarkCommand" });

/** Read inventory, environment and SMART of every drive now. */
export const collectNowCommand = z
  .object({ ...envelope, kind: z.literal("collectNow") })
  .meta({ id: "CollectNowCommand" });

/** Change, test or erase one drive. `confirmedSerial` is what a person typed; without it nothing is destroyed. */
export const controlDriveCommand = z
  .object({
    ...envelope,
    kind: z.literal("controlDrive"),
    drive: driveIdentity,
    action: driveAction,
    confirmedSerial: z.string().max(64).optional(),
  })
  .meta({ id: "ControlDriveCommand" });

/** Make the host's scratch file, in place of one that is there. The host's own configuration says where it lies. */
export const createScratchFileCommand = z
  .object({ ...envelope, kind: z.literal("createScratchFile"), sizeBytes: wholeNumber })
  .meta({ id: "CreateScratchFileCommand" });

/** Remove a scratch file that the agent made; no other file is ever removed. */
export const removeScratchFileCommand = z
  .object({ ...envelope, kind: z.literal("removeScratchFile"), path: shortText.min(1) })
  .meta({ id: "RemoveScratchFileCommand" });

/** A file name without a path, and nothing that means something to a shell or in an address. */
const plainFileName = z
  .string()
  .max(128)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, "must be a plain file name");

/**
 * Take these programs from the agent's own server and go on with them, if they prove themselves; otherwise go on as before.
 * Declined while the host works on a drive. Nothing is run whose SHA-256 is another.
 */
export const upgradeAgentCommand = z
  .object({
    ...envelope,
    kind: z.literal("upgradeAgent"),
    /** Of the agent in the archive. */
    version: z
      .string()
      .max(64)
      .regex(/^\d+\.\d+\.\d+$/, "must be a version such as 1.20.3"),
    /** The archive for this host's processor: GET /agent/v1/download/<sha256>/<name>. */
    name: plainFileName,
    sha256: z.string().regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in lower-case hexadecimal digits"),
    bytes: z.int().min(1).max(protocolLimits.agentArchiveBytes),
  })
  .meta({ id: "UpgradeAgentCommand" });

export const command = z
  .discriminatedUnion("kind", [
    startBenchmarkCommand,
    cancelBenchmarkCommand,
    collectNowCommand,
    controlDriveCommand,
    createScratchFileCommand,
    removeScratchFileCommand,
    upgradeAgentCommand,
  ])
  .meta({ id: "Command" });

/** Commands offered by one long poll. Each is leased until `leasedUntilMs`; unanswered, it is offered again. */
export const commandsResponse = z
  .object({
    serverTimeMs: timeMs,
    /** Judged one by one by the agent: it declines a kind that it does not know. */
    commands: z.array(command).max(protocolLimits.commandsPerPoll),
  })
  .meta({ id: "CommandsResponse" });
