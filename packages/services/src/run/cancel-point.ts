import { protocolLimits } from "@crosspoint/protocol";
import { z } from "zod";
import { actorLabel } from "../actor.ts";
import { writeAudit } from "../audit/write.ts";
import { requestCommand } from "../command/request.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";

export const cancelPointInput = z.object({
  runId: z.uuid(),
  sequence: z
    .int()
    .min(0)
    .max(protocolLimits.pointsPerRun - 1),
});

/** A wish to skip a point is worth nothing once the point is over, which a week-old one surely is. */
const skipExpiresInMs = 86_400_000;

/** Asks the agent to skip one point of a run, which goes on; asking twice asks once. */
export async function cancelPoint(
  context: ServiceContext,
  { runId, sequence }: z.infer<typeof cancelPointInput>,
): Promise<void> {
  requireRight(context, "benchmark.cancel");
  await inTransaction(context.db, async (tx) => {
    await tx.$queryRaw`SELECT id FROM benchmark_run WHERE id = ${runId}::uuid FOR UPDATE`;
    const run = await tx.benchmarkRun.findUnique({
      where: { id: runId },
      include: { points: { where: { sequence }, select: { state: true } } },
    });
    if (run === null) throw new ServiceError("notFound", `There is no run ${runId}.`);
    const [point] = run.points;
    if (run.hostId === null || (run.state !== "running" && run.state !== "requested")) {
      throw new ServiceError("conflict", `The run on ${run.targetLabel} does not run: it is ${run.state}.`);
    }
    if (sequence >= run.pointsPlanned) throw new ServiceError("notFound", `The run has no point ${sequence}.`);
    if (point !== undefined && point.state !== "running") {
      throw new ServiceError("conflict", `Point ${sequence} is over already: ${point.state}.`);
    }
    if (await isAsked(tx, runId, sequence)) return;
    const commandId = await requestCommand(tx, context, {
      hostId: run.hostId,
      payload: { kind: "cancelBenchmark", runId, requestedBy: actorLabel(context.actor), pointSequence: sequence },
      expiresInMs: skipExpiresInMs,
    });
    await writeAudit(tx, context, {
      action: "benchmark.cancelPoint",
      objectKind: "run",
      objectId: runId,
      detail: { target: run.targetLabel, plan: run.planName, point: sequence },
      commandId,
    });
  });
}

async function isAsked(
  tx: Parameters<Parameters<typeof inTransaction>[1]>[0],
  runId: string,
  sequence: number,
): Promise<boolean> {
  const wish = {
    AND: [{ payload: { path: ["runId"], equals: runId } }, { payload: { path: ["pointSequence"], equals: sequence } }],
  };
  const open = { kind: "cancelBenchmark", state: { in: ["pending" as const, "accepted" as const] } };
  return (await tx.command.findFirst({ where: { ...open, ...wish }, select: { id: true } })) !== null;
}
