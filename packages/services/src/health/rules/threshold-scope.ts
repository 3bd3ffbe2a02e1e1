import type { HealthThreshold, Transaction } from "@crosspoint/db";
import type { MarkedDrives } from "@crosspoint/db/queries/health-marks";
import { z } from "zod";
import { ServiceError } from "../../errors.ts";

/** Each is looked at with every sample. */
export const thresholdsLimit = 1000;

/** Which drives a threshold is set for. The narrowest that is set counts. */
export const thresholdScope = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("fleet") }),
  z.object({ kind: z.literal("model"), model: z.string().trim().min(1).max(100) }),
  z.object({ kind: z.literal("group"), groupId: z.uuid() }),
  z.object({ kind: z.literal("drive"), driveId: z.uuid() }),
]);
export type ThresholdScope = z.infer<typeof thresholdScope>;

/** As it is stored. */
export function scopeColumns(scope: ThresholdScope): Pick<HealthThreshold, "scope" | "scopeId"> {
  switch (scope.kind) {
    case "fleet":
      return { scope: "fleet", scopeId: "" };
    case "model":
      return { scope: "model", scopeId: scope.model };
    case "group":
      return { scope: "group", scopeId: scope.groupId };
    case "drive":
      return { scope: "drive", scopeId: scope.driveId };
  }
}

export function scopeOf({ scope, scopeId }: Pick<HealthThreshold, "scope" | "scopeId">): ThresholdScope {
  return thresholdScope.parse({ kind: scope, model: scopeId, groupId: scopeId, driveId: scopeId });
}

export function markedBy(scope: ThresholdScope): MarkedDrives {
  return scope.kind === "fleet" ? { kind: "all" } : scope;
}

/** What a person calls the drives; refuses those that there are not. */
export async function nameOfScope(tx: Transaction, scope: ThresholdScope): Promise<string> {
  switch (scope.kind) {
    case "fleet":
      return "the fleet";
    case "model": {
      const drive = await tx.driveState.findFirst({ where: { model: scope.model }, select: { driveId: true } });
      if (drive === null) throw unknown(`There is no drive of the model ${scope.model}.`);
      return scope.model;
    }
    case "group": {
      const group = await tx.fleetGroup.findUnique({ where: { id: scope.groupId }, select: { name: true } });
      if (group === null) throw unknown(`There is no group ${scope.groupId}.`);
      return `the group ${group.name}`;
    }
    case "drive": {
      const drive = await tx.drive.findUnique({ where: { id: scope.driveId }, select: { model: true, serial: true } });
      if (drive === null) throw unknown(`There is no drive ${scope.driveId}.`);
      return `${drive.model} ${drive.serial}`;
    }
  }
}

function unknown(message: string): ServiceError {
  return new ServiceError("notFound", message, { remedy: "Look at the list of drives." });
}
