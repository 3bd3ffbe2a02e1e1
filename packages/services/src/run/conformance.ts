import { findRatedSheet } from "@crosspoint/catalog";
import { Prisma, type RunState } from "@crosspoint/db";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { directionColumns, resultOf } from "../result/rules/view.ts";
import { requireRight } from "../rights.ts";
import { readRated } from "../stored/run.ts";
import { type JudgedChecks, judgedChecks } from "./rules/judged-checks.ts";
import { progressOf } from "./rules/view.ts";

export const conformanceInput = z.object({ driveId: z.uuid() });

/** Whether a drive is what its spec sheet promises. */
export interface Conformance {
  /** The catalog has figures of its model that can be checked. */
  readonly hasSheet: boolean;
  /** The newest check that is over: a whole one, where there is one. */
  readonly newest:
    | {
        readonly runId: string;
        readonly planName: string;
        readonly state: RunState;
        readonly finishedAt: Date;
        readonly rated: JudgedChecks;
      }
    | undefined;
}

const whole: readonly RunState[] = ["complete"];
const over: readonly RunState[] = ["complete", "cancelled", "failed", "interrupted"];

/** What the newest check of a drive's spec sheet came to. */
export async function driveConformance(
  context: ServiceContext,
  { driveId }: z.infer<typeof conformanceInput>,
): Promise<Conformance> {
  requireRight(context, "benchmark.view");
  const drive = await context.db.drive.findUnique({ where: { id: driveId }, select: { model: true } });
  if (drive === null) throw new ServiceError("notFound", `There is no drive ${driveId}.`);
  const hasSheet = (findRatedSheet(drive.model)?.figures.length ?? 0) > 0;
  const run = (await newestCheck(context, driveId, whole)) ?? (await newestCheck(context, driveId, over));
  const points = run?.points.map((point) => ({ ...progressOf(point), ...resultOf(point) })) ?? [];
  const rated = judgedChecks(readRated(run?.rated ?? null), points);
  if (run === null || run.finishedAt === null || rated === undefined) return { hasSheet, newest: undefined };
  const { id: runId, planName, state, finishedAt } = run;
  return { hasSheet, newest: { runId, planName, state, finishedAt, rated } };
}

/** A check has a point or two for each figure: far fewer than a run may have. */
const pointsLimit = 500;

function newestCheck({ db }: ServiceContext, driveId: string, states: readonly RunState[]) {
  return db.benchmarkRun.findFirst({
    where: { driveId, rated: { not: Prisma.DbNull }, state: { in: [...states] }, finishedAt: { not: null } },
    orderBy: { requestedAt: "desc" },
    include: {
      points: {
        orderBy: { sequence: "asc" },
        take: pointsLimit,
        include: { directions: { orderBy: { direction: "asc" }, select: directionColumns } },
      },
    },
  });
}
