import { protocolLimits, runSettings } from "@crosspoint/protocol";
import { z } from "zod";
import { planChoice } from "../../plan/rules/chosen-plan.ts";
import { type TargetChoice, targetChoice } from "../../run/rules/target.ts";

/** Most targets of one batch. */
export const batchTargetsLimit = 256;

export const batchTargets = z
  .array(targetChoice)
  .min(1)
  .max(batchTargetsLimit)
  .refine((targets) => new Set(targets.map(keyOfTarget)).size === targets.length, "names a target twice");

export const batchShape = {
  targets: batchTargets,
  plan: planChoice,
  settings: runSettings.optional(),
  /** Runs of one host beside each other, each on its own drive; otherwise one after the other. */
  parallelOnHost: z.boolean().default(false),
  /** All at one time, on all hosts, or not at all: nothing waits in a queue. */
  startTogether: z.boolean().default(false),
};

/** The serials of drives that the plan writes to, each as a person typed it. */
export const typedSerials = z
  .array(z.object({ driveId: z.uuid(), serial: z.string().max(64) }))
  .max(batchTargetsLimit * protocolLimits.membersPerVolume)
  .default([]);

export function keyOfTarget(target: TargetChoice): string {
  switch (target.kind) {
    case "namespace":
      return `${target.driveId}:${target.nsid}`;
    case "scratchFile":
      return target.scratchFileId;
    case "volume":
      return target.volumeId;
  }
}
