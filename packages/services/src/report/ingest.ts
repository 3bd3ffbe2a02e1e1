import { claimEvents } from "@crosspoint/db/queries/claim-events";
import { type AgentEvent, type RefusedEvent, type ReportResponse, reportEnvelope } from "@crosspoint/protocol";
import type { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { takeFreedDrives } from "../drive/placement/take-freed-drives.ts";
import { ingestScope } from "../health/ingest-scope.ts";
import { markSeen } from "../host/rules/mark-seen.ts";
import { parseInput } from "../parse.ts";
import { requireAgent } from "../require-agent.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";
import { applyEvents } from "./apply/events.ts";
import { JudgeBudget } from "./judge/budget.ts";
import { type Clocks, type JudgedEvent, judgeEvent } from "./judge/event.ts";
import { judgeReferences, lockOwnWork } from "./judge/references.ts";

/** How soon an agent may send its next routine report: benchmarks are watched live, second by second. */
const nextReportAfterMs = 1000;

/**
 * Takes a report: each good event once, however often it is delivered, all in one transaction; refuses the others with
 * a reason each. An agent changes only what is its own host's.
 */
export async function ingestReport(context: ServiceContext, input: unknown): Promise<ReportResponse> {
  requireRight(context, "agent.report");
  const { hostId } = requireAgent(context);
  const { agentTimeMs, events } = parseInput(reportEnvelope, input, "The report");
  const clocks = { serverMs: context.now.getTime(), agentMs: agentTimeMs };
  const judged = await judgeEvents(events, clocks);
  const good = judged.flatMap((verdict) => (verdict.kind === "good" ? [verdict.event] : []));
  const refused = judged.flatMap((verdict) => (verdict.kind === "refused" ? [verdict.refused] : []));

  const strangers = await inTransaction(context.db, async (tx) => {
    await markSeen(tx, { hostId, now: context.now, agentTimeMs });
    const scope = ingestScope(tx, hostId, context.now);
    const work = await lockOwnWork(scope, good);
    await takeFreedDrives(scope);
    const foreign = await judgeReferences(scope, good, work);
    const own = good.filter((event) => !foreign.has(event.id));
    const fresh = await claimEvents(
      tx,
      hostId,
      own.map((event) => event.id),
      context.now,
    );
    await applyEvents(scope, onceEach(own, fresh));
    await scope.changes.announce(tx);
    return foreign;
  });
  return answer(context.now, good, refused, strangers);
}

/** Judges the events by their content, letting others have the thread meanwhile. */
async function judgeEvents(events: z.output<typeof reportEnvelope>["events"], clocks: Clocks): Promise<JudgedEvent[]> {
  const budget = new JudgeBudget();
  const judged: JudgedEvent[] = [];
  for (const event of events) {
    await budget.pause();
    judged.push(await judgeEvent(event, clocks, budget));
  }
  return judged;
}

/** The events that are new, each once though a report may hold it twice. */
function onceEach(events: readonly AgentEvent[], fresh: ReadonlySet<string>): AgentEvent[] {
  const left = new Set(fresh);
  return events.filter((event) => left.delete(event.id.toLowerCase()));
}

function answer(
  now: Date,
  good: readonly AgentEvent[],
  refused: readonly RefusedEvent[],
  strangers: ReadonlyMap<string, RefusedEvent>,
): ReportResponse {
  return {
    serverTimeMs: now.getTime(),
    accepted: good.filter((event) => !strangers.has(event.id)).length,
    refused: [...refused, ...strangers.values()],
    nextReportAfterMs,
  };
}
