import { z } from "zod";
import { protocolLimits } from "./limits.ts";
import { driveSettings, scheduler } from "./plan/set.ts";
import { shortText } from "./primitives.ts";

const nsid = z.int().min(1).max(0xffff_ffff);

/** Power Management (feature 02h): the power state, and what the host is about to do. Not saved over a power cycle. */
export const setPowerStateAction = z
  .object({
    kind: z.literal("setPowerState"),
    powerState: z.int().min(0).max(31),
    /** 0 none, 1 extended idle with bursts of random writes, 2 heavy sequential writes; above is reserved or vendor's. */
    workloadHint: z.int().min(0).max(7).optional(),
  })
  .meta({ id: "SetPowerStateAction" });

/** The power governor of Intel's drives (vendor feature C6h), as raw value. */
export const setPowerGovernorAction = z
  .object({ kind: z.literal("setPowerGovernor"), value: z.int().min(0).max(255) })
  .meta({ id: "SetPowerGovernorAction" });

/** The kernel's I/O scheduler of a namespace's block device, for example none or mq-deadline. */
export const setSchedulerAction = z
  .object({
    kind: z.literal("setScheduler"),
    nsid,
    scheduler,
  })
  .meta({ id: "SetSchedulerAction" });

/** Device Self-test of the controller and all its namespaces; data is left alone. */
export const selfTestAction = z
  .object({ kind: z.literal("selfTest"), test: z.enum(["short", "extended", "abort"]) })
  .meta({ id: "SelfTestAction" });

/** Format NVM: destroys every byte of the namespace, of all namespaces on a controller that cannot format one alone. */
export const formatAction = z
  .object({
    kind: z.literal("format"),
    nsid,
    lbaFormat: z.int().min(0).max(63),
    secureErase: z.enum(["none", "userData", "cryptographic"]),
  })
  .meta({ id: "FormatAction" });

/** Sanitize: destroys every byte of the whole drive, also in caches and spare blocks. Cannot be stopped once begun. */
export const sanitizeAction = z
  .object({
    kind: z.literal("sanitize"),
    method: z.enum(["blockErase", "overwrite", "cryptoErase"]),
    /** How often an overwrite goes over the medium; once where absent. The other methods have no passes. */
    overwritePasses: z.int().min(1).max(protocolLimits.overwritePasses).optional(),
  })
  .meta({ id: "SanitizeAction" });

/** Deallocates every block of a namespace, the purge before a benchmark: its data is gone. */
export const discardAction = z.object({ kind: z.literal("discard"), nsid }).meta({ id: "DiscardAction" });

/** What can be done to one drive. */
export const driveAction = z
  .discriminatedUnion("kind", [
    setPowerStateAction,
    setPowerGovernorAction,
    setSchedulerAction,
    selfTestAction,
    formatAction,
    sanitizeAction,
    discardAction,
  ])
  .meta({ id: "DriveAction" });

/** Settings of a drive for the time of one run. The agent puts back what was before, also after a crash. */
export const runSettings = z.object(driveSettings).meta({ id: "RunSettings" });

/**
 * One permission of a host's policy file: these actions on drives of these serials or models. Actions are texts, not an
 * enum, so that a server that is older than the agent shows them all the same.
 */
export const policyRule = z
  .object({
    serials: z.array(shortText).max(protocolLimits.drivesPerHost),
    models: z.array(shortText).max(protocolLimits.drivesPerHost),
    actions: z.array(shortText).max(protocolLimits.policyActions),
  })
  .meta({ id: "PolicyRule" });

/** What a host's own policy file says, for people to read. The agent decides by the file, never by this copy. */
export const hostPolicy = z
  .object({
    path: shortText,
    /** Why the file cannot be used; then nothing destructive is allowed, and no setting either. */
    problem: shortText.optional(),
    allow: z.array(policyRule).max(protocolLimits.policyRules),
    /** Harmless actions that the host does not want either: power, scheduler, self_test, scratch_file. */
    deny: z.array(shortText).max(protocolLimits.policyActions),
  })
  .meta({ id: "HostPolicy" });
