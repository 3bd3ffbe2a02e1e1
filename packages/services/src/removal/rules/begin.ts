import type { Transaction } from "@crosspoint/db";
import { actorLabel } from "../../actor.ts";
import { openRunStates } from "../../command/rules/open-work.ts";
import type { ServiceContext } from "../../context.ts";
import { ServiceError } from "../../errors.ts";

export interface BegunRemoval {
  readonly kind: "host" | "drive";
  readonly name: string;
  /** Of a host: by what its agent is known. */
  readonly agent?: { readonly agentKeyHash: string; readonly installationId: string };
  readonly driveIds: readonly string[];
  readonly runIds: readonly string[];
  readonly samples: number;
}

/** Notes what the worker is to remove, in the transaction that removes the rows that name it. Where nothing is left to do, it is done. */
export async function beginRemoval(tx: Transaction, context: ServiceContext, begun: BegunRemoval): Promise<void> {
  const { kind, name, agent, driveIds, runIds, samples } = begun;
  const isDone = driveIds.length + runIds.length === 0;
  await tx.removal.create({
    data: {
      kind,
      name,
      ...agent,
      driveIds: [...driveIds],
      runIds: [...runIds],
      samplesTotal: BigInt(samples),
      requestedBy: actorLabel(context.actor),
      requestedAt: context.now,
      finishedAt: isDone ? context.now : null,
    },
  });
}

/** A run that goes on would have nobody to report it. */
export async function refuseWhileRunning(tx: Transaction, runIds: readonly string[]): Promise<void> {
  const run = await tx.benchmarkRun.findFirst({
    where: { id: { in: [...runIds] }, state: { in: [...openRunStates] } },
    select: { planName: true, targetLabel: true },
  });
  if (run === null) return;
  throw new ServiceError("conflict", `${run.planName} is running on ${run.targetLabel}.`, {
    remedy: "Cancel the run first, on its page.",
  });
}

/** What goes for good is named by whoever asks for it, typed. */
export function requireTyped(name: string, typed: string | undefined): void {
  if (typed === name) return;
  const message = typed
    ? `The typed name "${typed}" is not ${name}.`
    : `This deletes history of ${name} and needs its name, typed.`;
  throw new ServiceError("invalid", message, {
    remedy: `Type it exactly as it is shown: ${name}.`,
    fields: [{ path: "confirmedName", message }],
  });
}
