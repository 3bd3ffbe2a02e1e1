import type { HostPolicy } from "@crosspoint/protocol";
import type { Blocker } from "../../blockers.ts";

/** Kinds of action in a host's policy file. */
export type PolicyAction = "write" | "format" | "sanitize" | "discard" | "power" | "scheduler" | "self_test";

/** What is refused unless the file allows it; the others are allowed unless it denies them. */
const destructive: ReadonlySet<PolicyAction> = new Set(["write", "format", "sanitize", "discard"]);

export function isDestructive(action: PolicyAction): boolean {
  return destructive.has(action);
}

interface PolicyHost {
  readonly hostname: string;
  /** Undefined until its agent has reported. */
  readonly policy: HostPolicy | undefined;
}

/**
 * What stands in a host's policy file against an action on a drive. The host decides by its file; this is its last word on
 * it, to explain before anybody types a serial.
 */
export function policyBlockers(
  { hostname, policy }: PolicyHost,
  action: PolicyAction,
  drive: { readonly model: string; readonly serial: string },
): Blocker[] {
  const refuse = (message: string, remedy: string): Blocker[] => [{ code: "forbidden", message, remedy }];
  if (policy === undefined) {
    return refuse(`${hostname} hasn't reported its policy yet.`, "Wait until its agent has reported, then try again.");
  }
  const { path, problem } = policy;
  if (problem !== undefined) return refuse(`${hostname}: ${problem}.`, `Correct ${path} on the host.`);
  if (!isDestructive(action)) {
    if (!policy.deny.includes(action)) return [];
    return refuse(
      `The policy of ${hostname} denies ${action}.`,
      `On the host, remove "${action}" from deny in ${path}.`,
    );
  }
  if (allows(policy, action, drive)) return [];
  const what = action === "write" ? "writing to" : `${action} of`;
  return refuse(
    `The policy of ${hostname} does not allow ${what} ${drive.model} ${drive.serial}.`,
    `On the host, add an [[allow]] entry with this serial and actions = ["${action}"] to ${path}. Nobody can do that from here.`,
  );
}

function allows({ allow }: HostPolicy, action: PolicyAction, { model, serial }: { model: string; serial: string }) {
  return allow.some(
    (rule) => rule.actions.includes(action) && (rule.serials.includes(serial) || rule.models.includes(model)),
  );
}
