import {
  type BytesWritten,
  countPoints,
  databaseBytesMost,
  databaseSteps,
  estimateBytesWritten,
  formatBytes,
  mayEndSooner,
  type PlanStep,
  planDuration,
  planWrites,
  pointsAreAtMost,
  type SpeedBasis,
  type TargetAbilities,
  type TargetFacts,
  writtenSpanPercent,
} from "@crosspoint/domain";
import type { Blocker } from "../../blockers.ts";
import type { ServiceContext } from "../../context.ts";
import { formatsAll } from "../../drive/control/rules/words.ts";
import { productNameOf } from "../../drive/rules/product-name.ts";
import type { ChosenPlan } from "../../plan/rules/loaded-plan.ts";
import { confirmationOf } from "./confirm-drives.ts";
import { type RatedEndurance, ratedEndurance } from "./drive-facts.ts";
import type { FindingsOfDrive, KnownTargets } from "./known-targets.ts";
import { destroysData, launchBlockers } from "./launch-blockers.ts";
import { disturbing, findOpenRuns, hasOpenCommand } from "./open-runs.ts";
import { type LeftOut, leftOutParts } from "./preflight-skips.ts";
import { rememberedByPlan } from "./remembered.ts";
import { purgeAction, type SettledDrive, settledDrive, settledWords } from "./settings.ts";
import type { Target } from "./target.ts";

interface MemberDrive {
  readonly driveId: string;
  readonly model: string;
  readonly serial: string;
}

export interface Preflight {
  readonly targetKind: Target["kind"];
  readonly targetLabel: string;
  /** Absent for a scratch file and a volume, which are no drive. */
  readonly drive:
    | { readonly model: string; readonly productName: string | undefined; readonly serial: string }
    | undefined;
  /** Every drive that a run on it works on; a file has none of its own. */
  readonly driveIds: readonly string[];
  readonly hostname: string;
  readonly planName: string;
  /** Nothing of the plan can be measured on it, for what its drive or it itself is: the figures below are of no run. */
  readonly isRefused: boolean;
  readonly points: number;
  /** Rounds or a search may end with fewer. */
  readonly pointsAreAtMost: boolean;
  /** The longest that it may take. */
  readonly durationMs: number;
  readonly durationLeastMs: number;
  /** It may be over sooner. */
  readonly durationIsUpperBound: boolean;
  /** The longest is a limit of the plan, since nobody knows how slowly the target writes. */
  readonly durationIsLimit: boolean;
  /** By which speeds a duration is estimated that depends on the drive. */
  readonly durationBasis: SpeedBasis | undefined;
  /** Which takes its own time, that nobody knows beforehand. */
  readonly hasPurge: boolean;
  readonly writes: boolean;
  readonly bytesWritten: BytesWritten;
  /** How much may be written to the drive in all its life; undefined where the catalog does not say. */
  readonly endurance: RatedEndurance | undefined;
  /** What a launch destroys; absent for reads and for scratch files, which hold nothing of anyone's. */
  readonly destroys:
    | {
        /** What the drive is, or the volume. */
        readonly model: string;
        /** What a person types to confirm it: the serial, or those of all drives of a volume. */
        readonly serial: string;
        /** Absent for a volume. */
        readonly nsid: number | undefined;
        /** Every drive that loses data. */
        readonly drives: readonly MemberDrive[];
        readonly path: string;
        readonly spanBytes: number;
        /** How many more of the drive a purge takes: it has no way to erase one alone. */
        readonly otherNamespaces: number;
      }
    | undefined;
  /** What uses the target now: it disturbs a measurement, and forbids writes. */
  readonly inUse: readonly string[];
  /** What is set for the time of the run, in words; empty where everything stays as it is. */
  readonly settings: readonly string[];
  /** Parts of the plan that cannot be done on this target, and why; the rest runs. */
  readonly leftOut: readonly LeftOut[];
  /** What may end it early, which only its agent can tell. */
  readonly cautions: readonly string[];
  /** What costs its drives performance where they are, of each that has any: results will show it. */
  readonly findings: readonly FindingsOfDrive[];
  readonly blockers: readonly Blocker[];
}

export interface PreflightCase {
  readonly target: Target;
  readonly plan: ChosenPlan;
  /** It may wait for the target and its host to be free: then neither being busy blocks it. */
  readonly queue: boolean;
  readonly parallelOnHost: boolean;
  /** What is stored of the targets that are looked at, this one among them. */
  readonly known: KnownTargets;
}

/** What a launch would do and what blocks it, before anyone launches anything. */
export async function preflightTarget(context: ServiceContext, asked: PreflightCase): Promise<Preflight> {
  const { target, plan, queue, parallelOnHost, known } = asked;
  const { document } = plan;
  const { steps } = document;
  const openRuns = queue ? [] : disturbing(await findOpenRuns(context.db, target), { parallelOnHost });
  const openCommand = queue ? false : await hasOpenCommand(context.db, target);
  const settled = await settledDrive(context.db, target, steps);
  const facts = known.factsOf(target, settled);
  return {
    targetKind: target.kind,
    targetLabel: target.label,
    drive: driveOf(target),
    driveIds: target.drives.map(({ id }) => id),
    hostname: target.host.hostname,
    planName: document.name,
    isRefused: plan.refusal !== undefined,
    ...estimatesOf(plan, facts),
    endurance: ratedEndurance(target),
    destroys: destroyedBy(target, steps, settled),
    inUse: target.inUse,
    settings: settledWords(settled),
    leftOut: leftOut(plan, facts.abilities),
    cautions: cautionsOf(target, steps),
    findings: known.findingsOf(target),
    blockers: launchBlockers({
      actor: context.actor,
      now: known.hearableUntil,
      target,
      plan,
      openRuns,
      openCommand,
      settled,
    }),
  };
}

type Estimates = Pick<
  Preflight,
  | "points"
  | "pointsAreAtMost"
  | "durationMs"
  | "durationLeastMs"
  | "durationIsUpperBound"
  | "durationIsLimit"
  | "durationBasis"
  | "hasPurge"
  | "writes"
  | "bytesWritten"
>;

/** Drives of one kind have the same estimates, and a plan may have thousands of points. */
const estimatesOf = rememberedByPlan(({ document: { steps } }, facts: TargetFacts): Estimates => {
  const duration = planDuration(steps, facts);
  return {
    points: countPoints(steps, facts.abilities?.offered),
    pointsAreAtMost: pointsAreAtMost(steps),
    durationMs: duration.secondsMost * 1000,
    durationLeastMs: Math.round(duration.secondsLeast * 1000),
    durationIsUpperBound: mayEndSooner(duration),
    durationIsLimit: duration.mostIsLimit,
    durationBasis: mayEndSooner(duration) ? duration.basis : undefined,
    hasPurge: duration.hasPurge,
    writes: planWrites(steps),
    bytesWritten: estimateBytesWritten(steps, facts),
  };
});

const leftOut = rememberedByPlan((plan, abilities: TargetAbilities): LeftOut[] => [
  ...(plan.leftOut === undefined ? [] : [{ what: "Rated figures", reason: plan.leftOut }]),
  ...leftOutParts(plan, abilities),
]);

/** How much room a file system has beside a scratch file, its agent tells nobody before it is asked to use it. */
function cautionsOf(target: Target, steps: readonly PlanStep[]): string[] {
  if (target.kind !== "scratchFile") return [];
  const largest = Math.max(0, ...databaseSteps(steps).map(databaseBytesMost));
  if (BigInt(largest) <= target.sizeBytes) return [];
  const needed = formatBytes(largest).text;
  return [
    `The database may take ${needed} beside the scratch file of ${formatBytes(target.sizeBytes).text}. Its host refuses the run if its file system does not have that much room.`,
  ];
}

function destroyedBy(
  target: Target,
  steps: readonly PlanStep[],
  settled: SettledDrive | undefined,
): Preflight["destroys"] {
  if (!destroysData(target, steps)) return undefined;
  const spanBytes = Number((target.sizeBytes * BigInt(writtenSpanPercent(steps))) / 100n);
  const path = target.path ?? "no block device";
  return {
    model: target.kind === "volume" ? target.label : target.drive.model,
    serial: confirmationOf(target),
    nsid: target.kind === "volume" ? undefined : target.nsid,
    drives: drivesOf(target),
    path,
    spanBytes,
    otherNamespaces: settled ? namespacesBeside(settled) : 0,
  };
}

function namespacesBeside({ drive, nsid, purges }: SettledDrive): number {
  const takesAll = purges
    .map((method) => purgeAction(method, nsid, drive))
    .some((action) => action.kind === "sanitize" || (action.kind === "format" && formatsAll(action, drive)));
  return takesAll ? drive.namespaces.filter((each) => each.nsid !== nsid).length : 0;
}

function driveOf(target: Target): Preflight["drive"] {
  if (target.kind !== "namespace") return undefined;
  const { model, serial } = target.drive;
  return { model, productName: productNameOf(model), serial };
}

function drivesOf({ drives }: Target): MemberDrive[] {
  return drives.map(({ id, model, serial }) => ({ driveId: id, model, serial }));
}
