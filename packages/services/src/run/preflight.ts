import {
  type BytesWritten,
  estimateBytesWritten,
  linkBytesPerSecond,
  planDuration,
  planWrites,
  writtenSpanPercent,
} from "@crosspoint/domain";
import { runSettings } from "@crosspoint/protocol";
import { z } from "zod";
import type { Blocker } from "../blockers.ts";
import type { ServiceContext } from "../context.ts";
import { productNameOf } from "../drive/rules/product-name.ts";
import { planChoice } from "../plan/rules/chosen-plan.ts";
import { loadPlan } from "../plan/rules/load-plan.ts";
import { requireRight } from "../rights.ts";
import { destroysData, launchBlockers } from "./rules/launch-blockers.ts";
import { disturbing, findOpenRuns, hasOpenCommand } from "./rules/open-runs.ts";
import { settledDrive, settledWords } from "./rules/settings.ts";
import { loadTarget, type Target, targetChoice } from "./rules/target.ts";

export const preflightInput = z.object({
  target: targetChoice,
  plan: planChoice,
  settings: runSettings.optional(),
  /** Wait for the target and its host to be free: then neither being busy stands against it. */
  queue: z.boolean().default(false),
  parallelOnHost: z.boolean().default(false),
});

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

/** What a launch would do and what blocks it, before anyone launches anything. */
export async function preflightBenchmark(
  context: ServiceContext,
  input: z.input<typeof preflightInput>,
): Promise<Preflight> {
  requireRight(context, "benchmark.view");
  const target = await loadTarget(context.db, input.target);
  const { queue = false, parallelOnHost = false } = input;
  const { document, points } = await loadPlan(
    context.db,
    input.plan,
    target.kind === "namespace" ? input.settings : undefined,
  );
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
