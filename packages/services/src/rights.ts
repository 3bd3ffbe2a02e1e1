import type { Actor, Role } from "./actor.ts";
import type { ServiceContext } from "./context.ts";
import { ServiceError } from "./errors.ts";

/** Every verb names the right it needs; a role is a set of rights. */
export type Right =
  | "fleet.view"
  | "catalog.view"
  | "benchmark.view"
  /** Reads only, or writes to a scratch file that an agent made. */
  | "benchmark.launch"
  /** Writes to a drive. The host's own policy must allow it too. */
  | "benchmark.launchDestructive"
  | "benchmark.cancel"
  /** Keeping a comparison under a name. */
  | "comparison.save"
  /** Showing a comparison to whoever has its link, without an account. */
  | "comparison.share"
  /** Results of another tool, from a file. */
  | "benchmark.import"
  /** Power, I/O scheduler, self-test: what changes a drive and leaves its data alone. */
  | "drive.control"
  /** Format, sanitize, discard. The host's own policy must allow it too. */
  | "drive.destroy"
  /** Whose a drive is that two hosts list. */
  | "drive.settleClaim"
  /** A drive that is in no host, with its samples. */
  | "drive.remove"
  /** Groups, tags, where hosts stand and what they are for. */
  | "fleet.organize"
  /** Whether a drive is expected to be there. */
  | "drive.lifecycle"
  /** Making two records of a drive one, and apart again. */
  | "drive.merge"
  /** When work is expected, so that nobody is told of what it brings. */
  | "maintenance.manage"
  /** Saying of a condition that it is known, so that it counts for no verdict until it gets worse. */
  | "health.acknowledge"
  /** What health rules go by: thresholds, and the list of firmware that others had trouble with. */
  | "health.configure"
  | "host.collectNow"
  /** Making and removing the file that a host offers as a benchmark target. */
  | "host.scratchFile"
  | "host.enroll"
  /** Having hosts take newer programs of the agent from this server. */
  | "host.upgrade"
  | "host.remove"
  /** What others have saved and shared of comparisons. */
  | "comparison.manage"
  | "access.manage"
  /** How long what grows is kept: a shorter time removes what is older. */
  | "storage.manage"
  | "audit.view"
  /** What an agent's key opens: its own host's reports and commands. */
  | "agent.report"
  /** What background jobs do. */
  | "system.maintain";

const viewer: readonly Right[] = ["fleet.view", "catalog.view", "benchmark.view"];
const operator: readonly Right[] = [
  ...viewer,
  "benchmark.launch",
  "benchmark.cancel",
  "comparison.save",
  "comparison.share",
  "benchmark.import",
  "drive.control",
  "drive.lifecycle",
  "fleet.organize",
  "maintenance.manage",
  "health.acknowledge",
  "host.collectNow",
  "host.scratchFile",
  "audit.view",
];
const admin: readonly Right[] = [
  ...operator,
  "benchmark.launchDestructive",
  "drive.destroy",
  "drive.settleClaim",
  "drive.merge",
  "drive.remove",
  "health.configure",
  "host.enroll",
  "host.upgrade",
  "host.remove",
  "comparison.manage",
  "access.manage",
  "storage.manage",
];
const rightsOfRole: Record<Role, ReadonlySet<Right>> = {
  viewer: new Set(viewer),
  operator: new Set(operator),
  admin: new Set(admin),
};
const rightsOfSystem: ReadonlySet<Right> = new Set<Right>([...admin, "system.maintain"]);

export function roleHasRight(role: Role, right: Right): boolean {
  return rightsOfRole[role].has(right);
}

export function hasRight(actor: Actor, right: Right): boolean {
  switch (actor.kind) {
    case "person":
      return roleHasRight(actor.role, right);
    case "agent":
      return right === "agent.report";
    case "system":
      return rightsOfSystem.has(right);
    case "anonymous":
      return false;
  }
}

/** Throws `unauthenticated` or `forbidden`; the message names the right, so that an admin knows what to grant. */
export function requireRight(context: Pick<ServiceContext, "actor">, right: Right): void {
  if (hasRight(context.actor, right)) return;
  if (context.actor.kind === "anonymous") {
    throw new ServiceError("unauthenticated", "You are not signed in.", { remedy: "Sign in and try again." });
  }
  throw new ServiceError("forbidden", `This needs the right ${right}.`, {
    remedy: "Ask an admin for a role that has it.",
  });
}
