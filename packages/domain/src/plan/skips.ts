/** What of a plan a target cannot do, before anyone runs it. */
import { blockSizes } from "./block-mix.ts";
import type { OfferedValues } from "./count.ts";
import type { PlannedDatabasePoint } from "./database.ts";
import { allSteps } from "./effects.ts";
import type { PlannedPoint, PointSpec } from "./point-spec.ts";
import type { PlanStep } from "./steps.ts";

/** What a target told of itself; what it did not tell skips nothing. */
export interface TargetAbilities {
  readonly logicalBlockBytes?: number | undefined;
  /** The kernel's queues for polling; 0: it has none. */
  readonly pollQueues?: number | undefined;
  /** A file or a volume has no controller to speak to. */
  readonly isDrive: boolean;
  readonly isVolume?: boolean | undefined;
  readonly offered?: OfferedValues | undefined;
  /** The drive can test itself (OACS bit 4). */
  readonly selfTest?: boolean | undefined;
}

/** Points or steps that are left out for one reason. */
export interface Skip {
  readonly reason: string;
  /** Points by their sequence; none where a whole step is left out. */
  readonly sequences: readonly number[];
  /** Steps by their path; none where only some of its points are left out. */
  readonly paths: readonly (readonly number[])[];
}

/** Everything that this target cannot do, each reason once, in the order of the steps and of the points. */
export function planSkips(
  steps: readonly PlanStep[],
  points: readonly (PlannedPoint | PlannedDatabasePoint)[],
  target: TargetAbilities,
): Skip[] {
  const reasons = new Map<string, { sequences: number[]; paths: (readonly number[])[] }>();
  const skipped = (reason: string) => {
    const skip = reasons.get(reason) ?? { sequences: [], paths: [] };
    reasons.set(reason, skip);
    return skip;
  };
  for (const { step, path } of allSteps(steps)) {
    const reason = stepReason(step, target);
    if (reason !== undefined) skipped(reason).paths.push(path);
  }
  for (const point of points) {
    const reason = "spec" in point ? pointReason(point.spec, target) : missingSetting(point.database, target);
    if (reason !== undefined) skipped(reason).sequences.push(point.sequence);
  }
  return [...reasons].map(([reason, skip]) => ({ reason, ...skip }));
}

/** Whether a target can do nothing of a step. */
export function leavesOutStep(step: PlanStep, target: TargetAbilities): boolean {
  return stepReason(step, target) !== undefined;
}

/** Whether a target cannot measure a point, by what is told of the point itself. */
export function leavesOutPoint(spec: PointSpec, target: TargetAbilities): boolean {
  return pointReason(spec, target) !== undefined;
}

const settingNames = { powerState: "power state", powerGovernor: "power governor", scheduler: "I/O scheduler" };

function stepReason(step: PlanStep, target: TargetAbilities): string | undefined {
  const { isDrive, offered, selfTest } = target;
  if (step.kind === "selfTest") {
    if (!isDrive) return `${nounOf(target)} has no self-test.`;
    return selfTest === false ? "The drive has no self-test." : undefined;
  }
  if (step.kind !== "each") return undefined;
  const name = settingNames[step.setting];
  if (!isDrive) return `${nounOf(target)} has no ${name}.`;
  const values = offered?.[step.setting];
  if (step.values === "offered" && values?.length === 0) return `The drive offers no choice of ${name}.`;
  return undefined;
}

function nounOf({ isVolume }: TargetAbilities): string {
  return isVolume ? "A volume" : "A file";
}

function pointReason(spec: PointSpec, target: TargetAbilities): string | undefined {
  const { logicalBlockBytes: logical = 1, pollQueues, isDrive } = target;
  const loads = [spec, ...(spec.beside ?? [])];
  const odd = loads.flatMap(blockSizes).find(({ bytes }) => bytes % logical !== 0);
  if (odd !== undefined) return `Blocks of ${odd.bytes} bytes are no multiple of its ${logical}-byte logical blocks.`;
  if (loads.some(({ alignBytes }) => alignBytes !== undefined && alignBytes % logical !== 0)) {
    return `An alignment is no multiple of its ${logical}-byte logical blocks.`;
  }
  const notOffered = missingSetting(spec, target);
  if (notOffered !== undefined) return notOffered;
  const [kind, ...options] = spec.engine.split("+");
  if (kind === "passthrough" && !isDrive) return `${nounOf(target)} takes no NVMe commands.`;
  return options.includes("poll") && pollQueues === 0 ? "The kernel has no poll queues for it." : undefined;
}

/**
 * A value that the drive does not offer loses its own points; the other values have theirs. Which schedulers a kernel has, nobody
 * knows beforehand: one that is not among the usual ones is tried.
 */
function missingSetting(
  { settings = {} }: Pick<PointSpec, "settings">,
  { offered }: TargetAbilities,
): string | undefined {
  for (const setting of ["powerState", "powerGovernor"] as const) {
    const value = settings[setting];
    if (value !== undefined && offered?.[setting]?.includes(value) === false)
      return `The drive offers no ${settingNames[setting]} ${value} to measure in.`;
  }
  return undefined;
}
