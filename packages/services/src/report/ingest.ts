import { type AgentEvent, type RefusedEvent, type ReportResponse, reportEnvelope } from "@crosspoint/protocol";
import type { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { parseInput } from "../parse.ts";
import { requireAgent } from "../require-agent.ts";
import { requireRight } from "../rights.ts";
import { ingestAlone, type JudgedReport } from "./alone.ts";
import type { Grouped, ReportGroup } from "./group/report-group.ts";
import { isSampleReport } from "./group/sample-report.ts";
import { JudgeBudget } from "./judge/budget.ts";
import { type Clocks, type JudgedEvent, judgeEvent } from "./judge/event.ts";
import { isPlainReport } from "./judge/plain-sample.ts";

/** How soon an agent may send its next routine report: benchmarks are watched live, second by second. */
const nextReportAfterMs = 1000;

/**
 * Takes a report: each good event once, however often it is delivered, all in one transaction, which it may share with
 * other reports; refuses the others with a reason each. An agent changes only what is its own host's.
 */
export async function ingestReport(
  context: ServiceContext,
  input: unknown,
  group: ReportGroup,
): Promise<ReportResponse> {
  requireRight(context, "agent.report");
  const { hostId } = requireAgent(context);
  const { agentTimeMs, events } = isPlainReport(input) ? input : parseInput(reportEnvelope, input, "The report");
  const clocks = { serverMs: context.now.getTime(), agentMs: agentTimeMs };
  const judged = await judgeEvents(events, clocks);
  const good = judged.flatMap((verdict) => (verdict.kind === "good" ? [verdict.event] : []));
  const refused = judged.flatMap((verdict) => (verdict.kind === "refused" ? [verdict.refused] : []));

  const report = { hostId, now: context.now, agentTimeMs, events: good };
  const strangers = await store(context.db, group, report);
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

/** Most reports are samples of drives that are known: together. What is to be decided about is applied alone. */
async function store(
  db: ServiceContext["db"],
  group: ReportGroup,
  report: JudgedReport,
): Promise<ReadonlyMap<string, RefusedEvent>> {
  const grouped: Grouped = isSampleReport(report) ? await group.add(report) : { kind: "alone" };
  switch (grouped.kind) {
    case "stored":
      return new Map();
    case "alone":
      return ingestAlone(db, report);
    case "failed":
      throw grouped.error;
  }
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
