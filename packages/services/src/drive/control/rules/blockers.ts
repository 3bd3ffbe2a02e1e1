import type { DriveAction, DriveDetails, NamespaceObservation } from "@crosspoint/protocol";
import { type Actor, actorLabel } from "../../../actor.ts";
import type { Blocker } from "../../../blockers.ts";
import { notReportingBlockers } from "../../../health/rules/not-reporting.ts";
import { hasRight, type Right } from "../../../rights.ts";
import { simulatedBlockers } from "../../../simulated-blockers.ts";
import { claimBlockers } from "../../rules/claims.ts";
import { policyBlockers } from "../../rules/policy-blockers.ts";
import type { ControlledDrive } from "./controlled-drive.ts";
import { powerGovernorSettings } from "./power-governor.ts";
import { destroysData, formatsAll, policyActionOf } from "./words.ts";

export interface ControlCase {
  readonly actor: Actor;
  /** Until when hosts could be heard. */
  readonly now: Date;
  readonly drive: ControlledDrive;
  readonly action: DriveAction;
}

/** The right that an action needs. */
export function rightFor(action: DriveAction): Right {
  return destroysData(action) ? "drive.destroy" : "drive.control";
}

/** Everything that stands against an action, the most final first; empty where it may be asked for. */
export function controlBlockers(control: ControlCase): Blocker[] {
  const { drive } = control;
  if (drive.host === undefined) return [...rightBlockers(control), unplugged(drive)];
  return [
    ...rightBlockers(control),
    ...simulatedBlockers(drive.host),
    ...policyBlockers(drive.host, policyActionOf(control.action), drive),
    ...contestBlockers(control),
    ...inUseBlockers(control),
    ...notReportingBlockers(drive.host, control.now),
    ...problemBlockers(drive),
    ...busyBlockers(control),
    ...lackBlockers(control),
    ...choiceBlockers(control),
  ];
}

/** What stands against a setting itself, whatever else goes on at the drive: for one that holds for a run alone. */
export function settingBlockers(control: ControlCase): Blocker[] {
  const { host } = control.drive;
  return [
    ...rightBlockers(control),
    ...(host === undefined ? [] : policyBlockers(host, policyActionOf(control.action), control.drive)),
    ...choiceBlockers(control),
    ...restBlockers(control),
  ];
}

/** What stands against an erasure that is a step of a run, which judges for itself what else goes on at the drive. */
export function purgeBlockers(control: ControlCase): Blocker[] {
  return [
    ...settingBlockers(control),
    ...contestBlockers(control),
    ...inUseBlockers(control),
    ...lackBlockers(control),
  ];
}

function rightBlockers({ actor, action }: ControlCase): Blocker[] {
  const right = rightFor(action);
  if (hasRight(actor, right)) return [];
  return [
    {
      code: actor.kind === "anonymous" ? "unauthenticated" : "forbidden",
      message: `This needs the right ${right}, which ${actorLabel(actor)} does not have.`,
      remedy: "Ask an admin for a role that has it.",
    },
  ];
}

function unplugged({ model, serial }: ControlledDrive): Blocker {
  return {
    code: "conflict",
    message: `${model} ${serial} is not plugged into any host now.`,
    remedy: "Plug it in and wait for the host's next inventory.",
  };
}

function contestBlockers({ action, drive }: ControlCase): Blocker[] {
  return destroysData(action) ? claimBlockers(`${drive.model} ${drive.serial}`, drive.claims) : [];
}

function inUseBlockers({ action, drive }: ControlCase): Blocker[] {
  return destroyedNamespaces(action, drive)
    .filter(({ inUse }) => inUse.length > 0)
    .map(({ nsid, inUse }) => ({
      code: "conflict",
      message: `Namespace ${nsid} of ${drive.serial} is in use: ${inUse.join("; ")}.`,
      remedy: "Free it with the tool that made this (umount, wipefs, vgremove, …). Nothing here overrides it.",
    }));
}

/** A drive that cannot format one namespace alone is refused by its agent; here what is known counts. */
function destroyedNamespaces(action: DriveAction, drive: ControlledDrive): readonly NamespaceObservation[] {
  switch (action.kind) {
    case "sanitize":
      return drive.namespaces;
    case "format":
      return formatsAll(action, drive) ? drive.namespaces : drive.namespaces.filter(({ nsid }) => nsid === action.nsid);
    case "discard":
      return drive.namespaces.filter(({ nsid }) => nsid === action.nsid);
    case "setPowerState":
    case "setPowerGovernor":
    case "setScheduler":
    case "selfTest":
      return [];
  }
}

/** What the command was that failed stands on the drive's page, under its details. */
function problemBlockers({ model, serial, problem }: ControlledDrive): Blocker[] {
  if (problem === null) return [];
  return [
    {
      code: "unavailable",
      message: `${model} ${serial} ${problem === "notResponding" ? "is not responding" : "cannot be read in full"}.`,
      remedy: "See the drive's page for what to do.",
    },
  ];
}

function busyBlockers({ action, drive }: ControlCase): Blocker[] {
  const isAbort = action.kind === "selfTest" && action.test === "abort";
  if (isAbort) return [];
  const busy = (what: string, remedy: string): Blocker => ({ code: "conflict", message: what, remedy });
  return [
    ...(drive.openRun
      ? [busy(`A benchmark is in progress on ${drive.serial}.`, "Wait for it to finish, or cancel it.")]
      : []),
    ...(drive.openCommand
      ? [busy(`Another command to ${drive.serial} is not over yet.`, "Wait for its end; it is on the drive's page.")]
      : []),
  ];
}

/** A kind of action that the drive is known not to have (OACS, SANICAP), whatever is chosen. */
function lackBlockers({ action, drive: { details, serial } }: ControlCase): Blocker[] {
  if (details === undefined) return [];
  const { erase, selfTest } = details;
  const lacks = (what: string): Blocker[] => [
    { code: "conflict", message: `${serial} does not have ${what}.`, remedy: "The drive does not support it." },
  ];
  if (action.kind === "selfTest" && selfTest === undefined) return lacks("Device Self-test");
  if (action.kind === "format" && !erase.format) return lacks("Format NVM");
  const sanitizes = erase.sanitizeBlockErase || erase.sanitizeOverwrite || erase.sanitizeCryptoErase;
  return action.kind === "sanitize" && !sanitizes ? lacks("Sanitize") : [];
}

/** A choice that the drive is known not to offer. */
function choiceBlockers({ action, drive }: ControlCase): Blocker[] {
  const invalid: Invalid = (path, message, remedy) => ({
    code: "invalid",
    message,
    remedy,
    fields: [{ path: `action.${path}`, message }],
  });
  if (action.kind === "setPowerState") {
    const states = drive.controller?.powerStates ?? [];
    if (states.length === 0 || states.some(({ index }) => index === action.powerState)) return [];
    const message = `${drive.serial} has no power state ${action.powerState}.`;
    return [invalid("powerState", message, `Choose one from 0 to ${states.length - 1}.`)];
  }
  if (action.kind === "setPowerGovernor") return governorBlockers(action.value, drive, invalid);
  if (action.kind === "sanitize" && action.method !== "overwrite" && action.overwritePasses !== undefined) {
    const message = "Only an overwrite has passes.";
    return [invalid("overwritePasses", message, "Leave the passes out, or choose overwrite.")];
  }
  if (action.kind === "sanitize" && drive.details && !sanitizes(drive.details.erase, action.method)) {
    const message = `${drive.serial} does not have this way to sanitize.`;
    return [invalid("method", message, "Choose another; the drive's page shows what it has.")];
  }
  if (action.kind !== "format") return [];
  const namespace = drive.namespaces.find(({ nsid }) => nsid === action.nsid);
  if (namespace?.lbaFormats.some(({ index }) => index === action.lbaFormat)) return [];
  const message = `Namespace ${action.nsid} of ${drive.serial} has no LBA format ${action.lbaFormat}.`;
  return [invalid("lbaFormat", message, "Choose one of those on the drive's page.")];
}

/** A person may send a drive to rest; a run measures nothing there. */
function restBlockers({ action, drive }: ControlCase): Blocker[] {
  if (action.kind !== "setPowerState") return [];
  const states = drive.controller?.powerStates ?? [];
  if (!states.some(({ index, nonOperational }) => index === action.powerState && nonOperational)) return [];
  const operational = states.filter(({ nonOperational }) => !nonOperational).map(({ index }) => index);
  return [
    {
      code: "invalid",
      message: `Power state ${action.powerState} of ${drive.serial} is non-operational: the drive leaves it at the first command, so nothing can be measured in it.`,
      remedy: `Choose one of ${operational.join(", ")}.`,
    },
  ];
}

type Invalid = (path: string, message: string, remedy: string) => Blocker;

/** A vendor feature is written only where it is documented what the value does. */
function governorBlockers(value: number, drive: ControlledDrive, invalid: Invalid): Blocker[] {
  const values = powerGovernorSettings(drive).map((setting) => setting.value);
  if (values.length === 0) {
    const what = "What the values of the power governor (feature C6h) mean";
    const message = `${what} on ${drive.model} is not documented, so it is not written.`;
    return [{ code: "conflict", message, remedy: "Use the drive's power states, where it has several." }];
  }
  if (values.includes(value)) return [];
  const message = `The power governor of ${drive.model} has no documented value ${value}.`;
  return [invalid("value", message, `Choose one of ${values.join(", ")}.`)];
}

function sanitizes(
  erase: DriveDetails["erase"],
  method: Extract<DriveAction, { kind: "sanitize" }>["method"],
): boolean {
  switch (method) {
    case "blockErase":
      return erase.sanitizeBlockErase;
    case "overwrite":
      return erase.sanitizeOverwrite;
    case "cryptoErase":
      return erase.sanitizeCryptoErase;
  }
}
