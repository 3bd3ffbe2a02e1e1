import type { Database, Transaction } from "@crosspoint/db";
import type { ThresholdScope } from "./threshold-scope.ts";

/** What drives a threshold is set for, as people call them. */
export interface ScopeNames {
  /** "the fleet", a model, "the group Scratch", a drive's model and serial. */
  nameOf(scope: ThresholdScope): string;
  /** Of a model or a drive; undefined where they are not of one model. */
  modelOf(scope: ThresholdScope): string | undefined;
}

/** Reads the names of groups and drives at once. A threshold may outlive the group that it was set for. */
export async function namesOfScopes(
  db: Database | Transaction,
  scopes: readonly ThresholdScope[],
): Promise<ScopeNames> {
  const groupIds = scopes.flatMap((scope) => (scope.kind === "group" ? [scope.groupId] : []));
  const driveIds = scopes.flatMap((scope) => (scope.kind === "drive" ? [scope.driveId] : []));
  const groups = await db.fleetGroup.findMany({ where: { id: { in: groupIds } }, select: { id: true, name: true } });
  const drives = await db.drive.findMany({
    where: { id: { in: driveIds } },
    select: { id: true, model: true, serial: true },
  });
  const groupNames = new Map(groups.map(({ id, name }) => [id, name]));
  const byId = new Map(drives.map((drive) => [drive.id, drive]));
  return {
    nameOf: (scope) => {
      switch (scope.kind) {
        case "fleet":
          return "the fleet";
        case "model":
          return scope.model;
        case "group":
          return groupName(groupNames.get(scope.groupId));
        case "drive": {
          const drive = byId.get(scope.driveId);
          return drive === undefined ? "a drive that was removed" : `${drive.model} ${drive.serial}`;
        }
      }
    },
    modelOf: (scope) => {
      if (scope.kind === "model") return scope.model;
      return scope.kind === "drive" ? byId.get(scope.driveId)?.model : undefined;
    },
  };
}

function groupName(name: string | undefined): string {
  return name === undefined ? "a group that was removed" : `the group ${name}`;
}
