import { type AgentEventOf, protocolLimits, reportEnvelope, smartEvent } from "@crosspoint/protocol";
import { z } from "zod";
import { compileCheck } from "./compiled-check.ts";

const isSample = compileCheck(z.toJSONSchema(smartEvent, { io: "input" }));
const isTime = compileCheck(z.toJSONSchema(reportEnvelope.shape.agentTimeMs, { io: "input" }));

/**
 * Whether an event is a sample that the contract takes as it stands, with nothing in it that the contract does not know: what
 * nearly all events of a fleet are. All others are read by the contract itself, which says what is wrong with them.
 */
export function isPlainSample(raw: unknown): raw is AgentEventOf<"smart"> {
  return isSample(raw);
}

/** Whether a report's envelope is good and all of its events are such samples. */
export function isPlainReport(
  raw: unknown,
): raw is { readonly agentTimeMs: number; readonly events: AgentEventOf<"smart">[] } {
  if (typeof raw !== "object" || raw === null) return false;
  const { agentTimeMs, events } = raw as { agentTimeMs?: unknown; events?: unknown };
  return (
    isTime(agentTimeMs) &&
    Array.isArray(events) &&
    events.length <= protocolLimits.eventsPerReport &&
    events.every(isSample)
  );
}
