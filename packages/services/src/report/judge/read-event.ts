import { type AgentEvent, agentEvent, driveObservation, type FieldError, protocolLimits } from "@crosspoint/protocol";
import { fieldErrors } from "../../parse.ts";
import type { JudgeBudget } from "./budget.ts";

export type ReadEvent =
  | { readonly kind: "read"; readonly event: AgentEvent }
  | { readonly kind: "invalid"; readonly errors: FieldError[] };

/**
 * Parses one event. An inventory is read drive by drive, up to the first that is not valid: the whole in one go could
 * find millions of faults, each a megabyte of the server's time, before the first is told.
 */
export async function readEvent(raw: { readonly kind: string }, budget: JudgeBudget): Promise<ReadEvent> {
  const drives = raw.kind === "inventory" && "drives" in raw ? raw.drives : undefined;
  if (!Array.isArray(drives) || drives.length > protocolLimits.drivesPerHost) return parseWhole(raw);
  const read = await readDrives(drives, budget);
  if (read.errors.length > 0) return { kind: "invalid", errors: read.errors };
  const rest = parseWhole({ ...raw, drives: [] });
  if (rest.kind === "invalid" || rest.event.kind !== "inventory") return rest;
  return { kind: "read", event: { ...rest.event, drives: read.drives } };
}

function parseWhole(raw: unknown): ReadEvent {
  const parsed = agentEvent.safeParse(raw);
  return parsed.success ? { kind: "read", event: parsed.data } : { kind: "invalid", errors: fieldErrors(parsed.error) };
}

async function readDrives(drives: readonly unknown[], budget: JudgeBudget) {
  const read = [];
  for (const [index, drive] of drives.entries()) {
    await budget.pause();
    const parsed = driveObservation.safeParse(drive);
    if (!parsed.success) return { drives: [], errors: fieldErrors(parsed.error, `drives.${index}`) };
    read.push(parsed.data);
  }
  return { drives: read, errors: [] };
}
