import { protocolLimits, runSettings } from "@crosspoint/protocol";
import { z } from "zod";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { planChoice } from "../plan/rules/chosen-plan.ts";
import { loadPlanToRun } from "../plan/rules/load-plan.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";
import { dispatchHost } from "./rules/dispatch-host.ts";
import { admitRun, launchDetail, lockTarget } from "./rules/launch-run.ts";
import { settledDrive, settledWords } from "./rules/settings.ts";
import { announceQueued } from "./rules/start-queued.ts";
import { planTarget, targetChoice } from "./rules/target.ts";

export const launchInput = z.object({
  target: targetChoice,
  plan: planChoice,
  /** The serial as a person typed it, or those of all drives of a volume; needed where the plan writes to a drive. */
  confirmedSerial: z.string().max(protocolLimits.confirmationCharacters).optional(),
  /** Settings of a drive for the time of the run; its agent puts back what was before. */
  settings: runSettings.optional(),
  /** Wait for the target and its host to be free; without it a launch on a busy one is refused. */
  queue: z.boolean().default(false),
  /** It may run beside others of its host that say the same, on other drives. */
  parallelOnHost: z.boolean().default(false),
});

export interface Launched {
  readonly runId: string;
  /** `queued`: it waits for its turn. `declined`: its turn had come, and something that its launch does not look at forbids it. */
  readonly state: "requested" | "queued" | "declined";
  /** Why it is declined. */
  readonly reason?: string;
}

/** Asks for a run: it starts now where its turn has come, and waits otherwise. Run, command and audit stand together or not at all. */
export async function launchBenchmark(context: ServiceContext, input: z.input<typeof launchInput>): Promise<Launched> {
  requireRight(context, "benchmark.launch");
  const { target: choice, queue = false, parallelOnHost = false } = input;
  return inTransaction(context.db, async (tx) => {
    const target = await lockTarget(tx, choice);
    const loaded = await loadPlanToRun(tx, input.plan, input.settings);
    const plan = loaded.on(planTarget(target));
    const asked = { target, plan, parallelOnHost, typedSerial: input.confirmedSerial, mayWait: queue };
    const runId = await admitRun(tx, context, asked);
    const settings = settledWords(await settledDrive(tx, target, plan.document.steps)).join(", ");
    const dispatched = await dispatchHost(tx, context, target.host.id, { apart: new Set([runId]) });
    const outcome = dispatched.find((each) => each.runId === runId)?.outcome;
    const { commandId, reason } = await tx.benchmarkRun.findUniqueOrThrow({
      where: { id: runId },
      select: { commandId: true, reason: true },
    });
    await writeAudit(tx, context, {
      action: "benchmark.launch",
      objectKind: "run",
      objectId: runId,
      detail: {
        ...launchDetail(target, plan),
        ...(settings === "" ? {} : { settings }),
        queued: outcome === undefined,
      },
      ...(commandId === null ? {} : { commandId }),
    });
    await announceQueued(tx, { runId, hostId: target.host.id });
    if (outcome === "declined") return { runId, state: "declined", ...(reason === null ? {} : { reason }) };
    return { runId, state: outcome === "started" ? "requested" : "queued" };
  });
}
