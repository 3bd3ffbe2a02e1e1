import type { RunState, Transaction } from "@crosspoint/db";
import { protocolLimits } from "@crosspoint/protocol";
import { z } from "zod";
import { actorLabel } from "../../actor.ts";
import { writeAudit } from "../../audit/write.ts";
import { requestCommand } from "../../command/request.ts";
import { openCommandStates } from "../../command/rules/open-work.ts";
import type { ServiceContext } from "../../context.ts";
import { ServiceError } from "../../errors.ts";
import { notify } from "../../live/notify.ts";
import { announceQueued } from "./start-queued.ts";
import { isOpen } from "./view.ts";

/** `withdrawn`: the agent never saw it, the run is over. `asked`: the agent will stop when it hears of it. */
export type CancelOutcome = { readonly kind: "withdrawn" } | { readonly kind: "asked" };

/** A host may be away for long and still carry the run out; the wish to stop must outlive that. */
const cancelExpiresInMs = 7 * 86_400_000;

/** Stops a run in order, inside a transaction. Asking again asks the agent again only once it has answered. */
export async function cancelRun(tx: Transaction, context: ServiceContext, runId: string): Promise<CancelOutcome> {
  await lockRun(tx, runId);
  const found = await tx.benchmarkRun.findUnique({
    where: { id: runId },
    include: { host: { select: { keyRevokedAt: true } } },
  });
  const run = found && { ...found, lost: lostBy(found) };
  if (run === null) throw new ServiceError("notFound", `There is no run ${runId}.`);
  if (!isOpen(run.state)) {
    throw new ServiceError("conflict", `The run on ${run.targetLabel} is over already: ${run.state}.`);
  }
  if (run.lost === undefined && (await isBeingAsked(tx, run))) return { kind: "asked" };
  const outcome = (await withdraw(tx, context, run)) ?? (await askAgent(tx, context, run));
  await writeAudit(tx, context, {
    action: "benchmark.cancel",
    objectKind: "run",
    objectId: runId,
    detail: { target: run.targetLabel, plan: run.planName, outcome: outcome.kind },
  });
  if (run.hostId === null) await notify(tx, { topic: "run", runId });
  else await announceQueued(tx, { runId, hostId: run.hostId });
  return outcome;
}

/** Whether a cancel waits for its agent; one that was declined, or that a crash made ineffective, is asked for again. */
async function isBeingAsked(tx: Transaction, { id, hostId }: Pick<OpenRunRow, "id" | "hostId">): Promise<boolean> {
  const open = await tx.command.findMany({
    where: {
      hostId: hostId ?? "",
      kind: "cancelBenchmark",
      state: { in: [...openCommandStates] },
      payload: { path: ["runId"], equals: id },
    },
    select: { payload: true },
    take: protocolLimits.pointsPerRun,
  });
  return open.some(({ payload }) => cancelOfRun.safeParse(payload).success);
}

/** One that names a point skips that point alone. */
const cancelOfRun = z.object({ pointSequence: z.undefined().optional() });

/** Its command first, as everybody does. */
async function lockRun(tx: Transaction, runId: string): Promise<void> {
  await tx.$queryRaw`
    SELECT id FROM command WHERE id = (SELECT command_id FROM benchmark_run WHERE id = ${runId}::uuid) FOR UPDATE`;
  await tx.$queryRaw`SELECT id FROM benchmark_run WHERE id = ${runId}::uuid FOR UPDATE`;
}

/** Why nothing will be heard of a run any more: then a person's word ends it. */
function lostBy(run: { hostId: string | null; host: { keyRevokedAt: Date | null } | null }): string | undefined {
  if (run.hostId === null) return "after its host was removed";
  return run.host?.keyRevokedAt ? "after its host's key was revoked" : undefined;
}

interface OpenRunRow {
  readonly id: string;
  readonly state: RunState;
  readonly hostId: string | null;
  readonly commandId: string | null;
  readonly lost: string | undefined;
}

/**
 * Ends a run that no agent was ever offered, or of which nothing will be heard: one that waits in the queue, one whose
 * host was removed or locked out, and one whose command can be taken back. The condition and the change of the command
 * are one statement.
 */
async function withdraw(tx: Transaction, context: ServiceContext, run: OpenRunRow): Promise<CancelOutcome | undefined> {
  const why = run.lost ?? "before the agent took it";
  const reason = `Cancelled by ${actorLabel(context.actor)} ${why}.`;
  if (run.state !== "queued" && run.lost === undefined && !(await takeBack(tx, context, run, reason))) return undefined;
  await tx.benchmarkRun.update({
    where: { id: run.id },
    data: {
      state: "cancelled",
      reason,
      cancelRequestedAt: context.now,
      finishedAt: context.now,
      queuePlace: null,
      confirmedSerial: null,
    },
  });
  return { kind: "withdrawn" };
}

async function takeBack(tx: Transaction, context: ServiceContext, run: OpenRunRow, reason: string): Promise<boolean> {
  if (run.commandId === null) return false;
  const { count } = await tx.command.updateMany({
    where: { id: run.commandId, state: "pending", leasedUntil: null },
    data: { state: "expired", reason, finishedAt: context.now },
  });
  return count > 0;
}

async function askAgent(tx: Transaction, context: ServiceContext, run: OpenRunRow): Promise<CancelOutcome> {
  if (run.hostId === null) throw new Error(`The run ${run.id} has no host to ask.`);
  await requestCommand(tx, context, {
    hostId: run.hostId,
    payload: { kind: "cancelBenchmark", runId: run.id, requestedBy: actorLabel(context.actor) },
    expiresInMs: cancelExpiresInMs,
  });
  await tx.benchmarkRun.update({ where: { id: run.id }, data: { cancelRequestedAt: context.now } });
  return { kind: "asked" };
}
