import {
  type BytesWritten,
  estimateBytesWritten,
  linkBytesPerSecond,
  planDuration,
  planWrites,
  writtenSpanPercent,
} from "@crosspoint/domain";
import type { Blocker } from "../../blockers.ts";
import type { ServiceContext } from "../../context.ts";
import { productNameOf } from "../../drive/rules/product-name.ts";
import type { ChosenPlan } from "../../plan/rules/chosen-plan.ts";
import { destroysData, launchBlockers } from "./launch-blockers.ts";
import { disturbing, findOpenRuns, hasOpenCommand } from "./open-runs.ts";
import { settledDrive, settledWords } from "./settings.ts";
import type { Target } from "./target.ts";

export interface Preflight {
  readonly targetLabel: string;
  /** Absent for a scratch file, which has no drive of its own. */
  readonly drive:
    | { readonly model: string; readonly productName: string | undefined; readonly serial: string }
    | undefined;
  readonly hostname: string;
  readonly planName: string;
  readonly points: number;
  readonly durationMs: number;
  /** It may be over sooner. */
  readonly durationIsUpperBound: boolean;
  readonly writes: boolean;
  readonly bytesWritten: BytesWritten;
  /** What a launch destroys; absent for reads and for scratch files, which hold nothing of anyone's. */
  readonly destroys:
    | {
        readonly model: string;
        readonly serial: string;
        readonly nsid: number;
        readonly path: string;
        readonly spanBytes: number;
      }
    | undefined;
  /** What uses the target now: it disturbs a measurement, and forbids writes. */
  readonly inUse: readonly string[];
  /** What is set for the time of the run, in words; empty where everything stays as it is. */
  readonly settings: readonly string[];
  readonly blockers: readonly Blocker[];
}

export interface PreflightCase {
  readonly target: Target;
  readonly plan: ChosenPlan;
  /** It may wait for the target and its host to be free: then neither being busy stands against it. */
  readonly queue: boolean;
  readonly parallelOnHost: boolean;
}

/** What a launch would do and what blocks it, before anyone launches anything. */
export async function preflightTarget(
  context: ServiceContext,
  { target, plan: { document, points }, queue, parallelOnHost }: PreflightCase,
): Promise<Preflight> {
  const duration = planDuration(points);
  const openRuns = queue ? [] : disturbing(await findOpenRuns(context.db, target), { parallelOnHost });
  const openCommand = queue ? false : await hasOpenCommand(context.db, target);
  const settled = await settledDrive(context.db, target, document.steps);
  const spanBytes = Number((target.sizeBytes * BigInt(writtenSpanPercent(points))) / 100n);
  return {
    targetLabel: target.label,
    drive: driveOf(target),
    hostname: target.host.hostname,
    planName: document.name,
    points: points.length,
    durationMs: duration.seconds * 1000,
    durationIsUpperBound: duration.isUpperBound,
    writes: planWrites(points),
    bytesWritten: estimateBytesWritten(points, linkOf(target)),
    destroys: destroysData(target, points)
      ? {
          model: target.drive.model,
          serial: target.drive.serial,
          nsid: target.nsid,
          path: target.path ?? "no block device",
          spanBytes,
        }
      : undefined,
    inUse: target.inUse,
    settings: settledWords(settled),
    blockers: launchBlockers({
      actor: context.actor,
      now: context.now,
      target,
      points,
      openRuns,
      openCommand,
      settled,
    }),
  };
}

function driveOf(target: Target): Preflight["drive"] {
  if (target.kind === "scratchFile") return undefined;
  const { model, serial } = target.drive;
  return { model, productName: productNameOf(model), serial };
}

function linkOf(target: Target): number | undefined {
  return target.kind === "namespace" ? linkBytesPerSecond(target.drive.linkSpeed, target.drive.linkWidth) : undefined;
}
