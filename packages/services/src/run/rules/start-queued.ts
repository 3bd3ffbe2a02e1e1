import type { Transaction } from "@crosspoint/db";
import type { BenchmarkPlan, BenchmarkTarget } from "@crosspoint/protocol";
import { requestCommand } from "../../command/request.ts";
import type { ServiceContext } from "../../context.ts";
import { notifyAll } from "../../live/notify.ts";
import type { Target, VolumeTarget } from "./target.ts";

/** A host that does not fetch the command in this time gets none: nobody expects a run to start tomorrow. */
const startExpiresInMs = 10 * 60_000;

export interface StartingRun {
  readonly id: string;
  readonly target: Target;
  readonly plan: BenchmarkPlan;
  readonly parallelOnHost: boolean;
  readonly notBefore: Date | null;
  /** The serial that a person typed, where the run writes to a drive. */
  readonly confirmed: { readonly confirmedSerial?: string };
}

/** Asks the agent to carry out a run that waited, in the name of the context's actor; its consent is used up. */
export async function startQueued(tx: Transaction, context: ServiceContext, run: StartingRun): Promise<string> {
  const { id, target, plan, parallelOnHost, notBefore, confirmed } = run;
  const commandId = await requestCommand(tx, context, {
    hostId: target.host.id,
    payload: {
      kind: "startBenchmark",
      runId: id,
      target: wireTarget(target),
      plan,
      ...confirmed,
      ...(notBefore === null ? {} : { notBeforeMs: notBefore.getTime() }),
      ...(parallelOnHost ? { parallelOnHost } : {}),
    },
    expiresInMs: startExpiresInMs,
  });
  await tx.benchmarkRun.update({
    where: { id },
    data: { state: "requested", commandId, queuePlace: null, confirmedSerial: null },
  });
  await announceQueued(tx, { runId: id, hostId: target.host.id });
  return commandId;
}

/** A run came into its host's queue, changed its place in it, or left it. */
export async function announceQueued(tx: Transaction, { runId, hostId }: { runId: string; hostId: string }) {
  await notifyAll(tx, [
    { topic: "run", runId },
    { topic: "queue", hostId },
  ]);
}

function wireTarget(target: Target): BenchmarkTarget {
  if (target.kind === "scratchFile") return { kind: "scratchFile", path: target.path };
  if (target.kind === "volume") {
    const { uuid, level, members } = target;
    return { kind: "volume", uuid, level, members: members.map(wireMember) };
  }
  const { pciVendorId, model, serial } = target.drive;
  return { kind: "namespace", drive: { pciVendorId, model, serial }, nsid: target.nsid };
}

function wireMember({ drive, nsid, partition }: VolumeTarget["members"][number]) {
  const { pciVendorId, model, serial } = drive;
  return { drive: { pciVendorId, model, serial }, nsid, ...(partition === undefined ? {} : { partition }) };
}
