import type { BinaryWriter } from "@crosspoint/db/binary/writer";
import { type AgentEvent, type RefusedEvent, type ReportResponse, reportEnvelope } from "@crosspoint/protocol";
import type { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { parseInput } from "../parse.ts";
import { requireAgent } from "../require-agent.ts";
import { requireRight } from "../rights.ts";
import { ingestAlone } from "./alone.ts";
import type { Grouped, ReportGroup } from "./group/report-group.ts";
import { samplesOf, type WaitingReport } from "./group/sample-report.ts";
import { JudgeBudget } from "./judge/budget.ts";
import { type Clocks, isClockRight, type JudgedEvent, judgeEvent } from "./judge/event.ts";
import { beginsAsSamples, scanReport } from "./scan/scan-report.ts";

/** How soon an agent may send its next routine report: benchmarks are watched live, second by second. */
const nextReportAfterMs = 1000;

/** A report as agents make them has no more. What is larger, and only begins as one of samples, would fill the group's room with nothing. */
const scannedBytesMost = 1024 * 1024;

/** The two ways by which reports are stored. */
export interface ReportWays {
  readonly group: ReportGroup;
  /** In a transaction of its own. Throws where too many wait for that, of all hosts or of this one. */
  readonly alone: { enter(hostId: string, bytes: number): AlonePlace };
}

/** The place of a report that is applied alone; it keeps it from before it is judged until it is stored. */
export interface AlonePlace {
  /** Applies it when it is its turn; rejects where that does not come soon. */
  turn<T>(apply: () => Promise<T>): Promise<T>;
  leave(): void;
}

/** A report as it came. It is read again where it is applied alone, so that little of it is kept while it waits for its group. */
export interface ReportBody {
  /** JSON in UTF-8. */
  readonly bytes: Buffer;
  /** Throws where it is no JSON. */
  parse(): unknown;
}

/**
 * Takes a report: each good event once, however often it is delivered, all in one transaction, which it may share with
 * other reports; refuses the others with a reason each. An agent changes only what is its own host's.
 */
export async function ingestReport(
  context: ServiceContext,
  body: ReportBody,
  ways: ReportWays,
): Promise<ReportResponse> {
  requireRight(context, "agent.report");
  const { now } = context;
  const { hostId } = requireAgent(context);
  const { bytes } = body;
  const isRightTime = (timeMs: number) => isClockRight(timeMs, now.getTime());
  const read = (logs: BinaryWriter) => scanReport(bytes, { isRightTime, logs });
  const scanned =
    bytes.length <= scannedBytesMost && beginsAsSamples(bytes)
      ? await addTo(ways.group, { hostId, now, bytes: bytes.length, read })
      : undefined;
  if (scanned?.kind === "stored") return answer(now, scanned.samples, []);
  // Before it is judged: a report that is turned away after that costs nearly as much as one that is taken.
  const place = ways.alone.enter(hostId, body.bytes.length);
  try {
    return await ingestJudged(context, body, { group: ways.group, place, wasGrouped: scanned?.kind === "alone" });
  } finally {
    place.leave();
  }
}

interface JudgedWays {
  readonly group: ReportGroup;
  readonly place: AlonePlace;
  /** Whether its group has had it, and would not have it. */
  readonly wasGrouped: boolean;
}

async function ingestJudged(
  context: ServiceContext,
  body: ReportBody,
  { group, place, wasGrouped }: JudgedWays,
): Promise<ReportResponse> {
  const { db, now } = context;
  const { hostId } = requireAgent(context);
  const { agentTimeMs, good, refused } = await judge(body.parse(), now);
  const samples = wasGrouped ? undefined : samplesOf(good);
  if (samples !== undefined) {
    const report = { hostId, now, bytes: body.bytes.length, read: () => ({ agentTimeMs, samples }) };
    if ((await addTo(group, report)).kind === "stored") return answer(now, good.length, refused);
  }
  const strangers = await place.turn(() => ingestAlone(db, { hostId, now, agentTimeMs, events: good }));
  const accepted = good.filter((event) => !strangers.has(event.id)).length;
  return answer(now, accepted, [...refused, ...strangers.values()]);
}

/** Samples of drives that are known are stored with those of others. What is to be decided about is to be applied alone. */
async function addTo(group: ReportGroup, report: WaitingReport): Promise<Exclude<Grouped, { kind: "failed" }>> {
  const grouped = await group.add(report);
  if (grouped.kind === "failed") throw grouped.error;
  return grouped;
}

interface Judged {
  readonly agentTimeMs: number;
  readonly good: readonly AgentEvent[];
  readonly refused: readonly RefusedEvent[];
}

/** Judges a report by its content. */
async function judge(input: unknown, now: Date): Promise<Judged> {
  const { agentTimeMs, events } = parseInput(reportEnvelope, input, "The report");
  const judged = await judgeEvents(events, { serverMs: now.getTime(), agentMs: agentTimeMs });
  const good = judged.flatMap((verdict) => (verdict.kind === "good" ? [verdict.event] : []));
  const refused = judged.flatMap((verdict) => (verdict.kind === "refused" ? [verdict.refused] : []));
  return { agentTimeMs, good, refused };
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

function answer(now: Date, accepted: number, refused: readonly RefusedEvent[]): ReportResponse {
  return { serverTimeMs: now.getTime(), accepted, refused: [...refused], nextReportAfterMs };
}
