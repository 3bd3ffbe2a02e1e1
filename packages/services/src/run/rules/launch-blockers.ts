import {
  allSteps,
  blockSizes,
  databaseBytesMost,
  databaseRoomBytes,
  databaseSteps,
  describeWorkload,
  formatBlockSize,
  formatBytes,
  largestBlockBytes,
  type PlannedPoint,
  type PlanStep,
  planWrites,
  workloadOf,
} from "@crosspoint/domain";
import type { RunSettings } from "@crosspoint/protocol";
import { type Actor, actorLabel } from "../../actor.ts";
import type { Blocker } from "../../blockers.ts";
import { purgeBlockers, settingBlockers } from "../../drive/control/rules/blockers.ts";
import { claimBlockers } from "../../drive/rules/claims.ts";
import { policyBlockers } from "../../drive/rules/policy-blockers.ts";
import { notReportingBlockers } from "../../health/rules/not-reporting.ts";
import { hasRight } from "../../rights.ts";
import { simulatedBlockers } from "../../simulated-blockers.ts";
import type { OpenRun } from "./open-runs.ts";
import { purgeAction, type SettledDrive, settingActions } from "./settings.ts";
import type { NamespaceTarget, Target, TargetDrive, VolumeTarget } from "./target.ts";

/** The part of a ChosenPlan that is judged. */
export interface JudgedPlan {
  readonly document: { readonly steps: readonly PlanStep[] };
  readonly points: readonly PlannedPoint[];
  readonly refusal?: Blocker | undefined;
}

export interface LaunchCase {
  readonly actor: Actor;
  /** Until when hosts could be heard. */
  readonly now: Date;
  readonly target: Target;
  /** What is to run on this target. */
  readonly plan: JudgedPlan;
  readonly openRuns: readonly OpenRun[];
  /** A command to the drive that is not over. */
  readonly openCommand: boolean;
  /** Undefined where the run changes no setting and purges nothing. */
  readonly settled: SettledDrive | undefined;
}

/** Whether a plan writes to drives or purges one: what asks for the two keys. A scratch file was made to be written. */
export function destroysData(target: Target, steps: readonly PlanStep[]): target is NamespaceTarget | VolumeTarget {
  return target.kind !== "scratchFile" && planWrites(steps);
}

/** Everything that stands against this launch, the most final first; empty where it may go ahead. */
export function launchBlockers(launch: LaunchCase): Blocker[] {
  return [
    ...rightBlockers(launch),
    ...selfTestBlockers(launch),
    ...(launch.plan.refusal === undefined ? [] : [launch.plan.refusal]),
    ...writeBlockers(launch),
    ...targetBlockers(launch.target, launch.now),
    ...contestBlockers(launch),
    ...inUseBlockers(launch),
    ...openRunBlockers(launch),
    ...openCommandBlockers(launch),
    ...sizeBlockers(launch),
    ...databaseBlockers(launch),
    ...controllerBlockers(launch),
    ...settingsBlockers(launch),
    ...planPurgeBlockers(launch),
  ];
}

/** What makes a target unusable for any plan. */
export function targetBlockers(target: Target, now: Date): Blocker[] {
  const simulated = simulatedBlockers(target.host);
  if (simulated.length > 0) return simulated;
  const notReporting = notReportingBlockers(target.host, now);
  if (notReporting.length > 0) return notReporting;
  if (target.kind === "scratchFile") return [];
  if (target.kind === "volume" && target.unusable !== undefined) {
    const message = `Nothing can be measured on ${target.label}: ${target.unusable}`;
    return [{ code: "unavailable", message, remedy: "Look at the host's page and at mdadm --detail there." }];
  }
  const silent = target.drives.find(({ responds }) => !responds);
  if (silent !== undefined) {
    const name = target.kind === "volume" ? `${silent.model} ${silent.serial}` : target.label;
    return [
      {
        code: "unavailable",
        message: `${name} does not respond.`,
        remedy: "Look at the drive's page for what to do.",
      },
    ];
  }
  if (target.kind === "volume") return [];
  if (target.path !== undefined) return [];
  return [
    {
      code: "unavailable",
      message: `${target.label}: the kernel of ${target.host.hostname} made no block device for namespace ${target.nsid}.`,
      remedy: "Attach the namespace, or check the kernel log.",
    },
  ];
}

function rightBlockers({ actor, target, plan: { document } }: LaunchCase): Blocker[] {
  const right = destroysData(target, document.steps) ? "benchmark.launchDestructive" : "benchmark.launch";
  if (hasRight(actor, right)) return [];
  return [
    {
      code: actor.kind === "anonymous" ? "unauthenticated" : "forbidden",
      message: `${destroysData(target, document.steps) ? "Writing to a drive" : "Launching a benchmark"} needs the right ${right}, which ${actorLabel(actor)} does not have.`,
      remedy: "Ask an admin for a role that has it.",
    },
  ];
}

/** A self-test keeps a drive busy, whoever asks for it; one that policy or the drive does not have is left out by the agent. */
function selfTestBlockers({ actor, target, plan: { document } }: LaunchCase): Blocker[] {
  const tests = allSteps(document.steps).some(({ step }) => step.kind === "selfTest");
  if (target.kind !== "namespace" || !tests || hasRight(actor, "drive.control")) return [];
  return [
    {
      code: actor.kind === "anonymous" ? "unauthenticated" : "forbidden",
      message: `The plan has the drive test itself, which needs the right drive.control, which ${actorLabel(actor)} does not have.`,
      remedy: "Ask an admin for a role that has it, or take the step out of the plan.",
    },
  ];
}

function writeBlockers({ target, plan: { document } }: LaunchCase): Blocker[] {
  return destroysData(target, document.steps)
    ? target.drives.flatMap((drive) => policyBlockers(target.host, "write", drive))
    : [];
}

function contestBlockers({ target, plan: { document } }: LaunchCase): Blocker[] {
  if (!destroysData(target, document.steps)) return [];
  const name = ({ model, serial }: TargetDrive) => (target.kind === "volume" ? `${model} ${serial}` : target.label);
  return target.drives.flatMap((drive) => claimBlockers(name(drive), drive.claims));
}

function inUseBlockers({ target, plan: { document } }: LaunchCase): Blocker[] {
  if (!destroysData(target, document.steps) || target.inUse.length === 0) return [];
  return [
    {
      code: "conflict",
      message: `${target.label} is in use and cannot be written to: ${target.inUse.join("; ")}.`,
      remedy: "Free the drive first, or choose a plan that only reads.",
    },
  ];
}

function openRunBlockers({ openRuns, target }: LaunchCase): Blocker[] {
  const [run] = openRuns.toSorted((a, b) => Number(b.onTarget) - Number(a.onTarget));
  if (run === undefined) return [];
  return [
    {
      code: "conflict",
      message: run.onTarget
        ? `A benchmark is already in progress on ${target.label}.`
        : `A benchmark of ${run.targetLabel} is in progress on ${target.host.hostname}; two on one host would disturb each other.`,
      remedy: "Wait for it to finish, cancel it, or launch into the queue.",
    },
  ];
}

function openCommandBlockers({ openCommand, target }: LaunchCase): Blocker[] {
  if (!openCommand) return [];
  const message = `Another command to ${target.label} is not over yet.`;
  return [{ code: "conflict", message, remedy: "Wait for its end; it is on the drive's page." }];
}

/** Points that do not suit the target are left out, unless nothing is left that measures, or a fill is among them. */
function sizeBlockers({ target, plan: { points, document } }: LaunchCase): Blocker[] {
  const logical = target.logicalBlockBytes ?? 1;
  const suits = ({ spec }: PlannedPoint) => blockSizes(spec).every(({ bytes }) => bytes % logical === 0);
  const hasDatabase = databaseSteps(document.steps).length > 0;
  const somethingIsLeft = hasDatabase || points.some((point) => point.spec.purpose !== "precondition" && suits(point));
  for (const { spec } of points) {
    // A plan may have thousands of points, and a batch as many times its targets: named is only the one that is refused.
    const name = () => describeWorkload(workloadOf(spec));
    const odd = blockSizes(spec).find(({ bytes }) => bytes % logical !== 0);
    if (odd !== undefined && (spec.purpose === "precondition" || !somethingIsLeft)) {
      const message = `A block of ${formatBlockSize(odd.bytes).text} is not a whole number of the ${target.kind}'s ${logical}-byte logical blocks.`;
      return [invalid(name(), message, "blockBytes", `Choose a multiple of ${logical} bytes.`)];
    }
    const span = (target.sizeBytes * BigInt(spec.spanPercent)) / 100n;
    const largest = largestBlockBytes(spec);
    if (span < BigInt(largest)) {
      const message = `${spec.spanPercent} % of ${target.label} is ${formatBytes(span).text}, less than one block of ${formatBlockSize(largest).text}.`;
      return [invalid(name(), message, "spanPercent", "Choose a larger span or a smaller block.")];
    }
  }
  return [];
}

/** On a drive the database has all of it; beside a scratch file it has what is free there, which its agent judges. */
function databaseBlockers({ target, plan: { document } }: LaunchCase): Blocker[] {
  if (target.kind !== "namespace") return [];
  const [largest] = databaseSteps(document.steps).toSorted((a, b) => b.sizeGib - a.sizeGib);
  if (largest === undefined) return [];
  const needed = databaseBytesMost(largest);
  if (needed <= databaseRoomBytes(Number(target.sizeBytes))) return [];
  const words = `A database of ${largest.sizeGib} GiB may take ${formatBytes(needed).text} with its log and dead rows`;
  const message = `${words}; ${target.label} has ${formatBytes(target.sizeBytes).text}.`;
  return [{ code: "invalid", message, remedy: "Choose a smaller database or a larger drive." }];
}

/** A file or a volume has no controller that could be asked to change a setting or to purge. */
function controllerBlockers({ target, plan: { document } }: LaunchCase): Blocker[] {
  if (target.kind === "namespace") return [];
  const refused = target.kind === "volume" ? isNoLoad : needsController;
  const step = allSteps(document.steps).find((each) => refused(each.step.kind));
  if (step === undefined) return [];
  const what = target.kind === "volume" ? "a volume, which has no controller" : "a file";
  if (step.step.kind === "set") {
    const message = `The run would change settings of a drive, and ${target.label} is ${what}.`;
    const fields = [{ path: "settings", message }];
    return [{ code: "invalid", message, remedy: "Choose a drive, or leave the drive settings out.", fields }];
  }
  const message = `The plan has a step "${step.step.kind}", which needs a drive; ${target.label} is ${what}.`;
  return [{ code: "invalid", message, remedy: "Choose a drive, or take the step out of the plan." }];
}

function needsController(kind: PlanStep["kind"]): boolean {
  return kind === "purge" || kind === "set" || kind === "each";
}

const loads: ReadonlySet<string> = new Set(["fill", "sweep", "streams", "rounds", "search", "idle"]);

/** On a volume runs what sends operations to it, and nothing else. */
function isNoLoad(kind: PlanStep["kind"]): boolean {
  return !loads.has(kind);
}

/** What a person could not set by hand, a run does not set either. Where one of several values can be set, the run has that. */
function settingsBlockers({ actor, now, settled }: LaunchCase): Blocker[] {
  if (settled === undefined) return [];
  const { drive, nsid, choices } = settled;
  const blockersOf = (settings: RunSettings) =>
    settingActions(settings, nsid).flatMap((action) => settingBlockers({ actor, now, drive, action }));
  const found = choices
    .map((choice) => choice.map(blockersOf))
    .filter((judged) => judged.every((blockers) => blockers.length > 0))
    .flat(2);
  // Rights and policy say the same of each value.
  return [...new Map(found.map((blocker) => [blocker.message, blocker])).values()];
}

/** What a person could not erase by hand, a run does not purge either. */
function planPurgeBlockers({ actor, now, settled }: LaunchCase): Blocker[] {
  if (settled === undefined) return [];
  const { drive, nsid, purges } = settled;
  return purges.flatMap((method) => purgeBlockers({ actor, now, drive, action: purgeAction(method, nsid, drive) }));
}

function invalid(point: string, message: string, field: string, remedy: string): Blocker {
  return {
    code: "invalid",
    message: `${point}: ${message}`,
    remedy,
    fields: [{ path: `plan.workload.${field}`, message }],
  };
}
