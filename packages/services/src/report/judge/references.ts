import { lockWork } from "@crosspoint/db/queries/lock-work";
import type { AgentEvent, RefusedEvent } from "@crosspoint/protocol";
import type { IngestScope } from "../../telemetry/rules/scope.ts";
import { findForeignDrives } from "./foreign-drives.ts";
import type { Refusal } from "./refusal.ts";
import { markRefusal } from "./simulated.ts";

/**
 * Judges what events refer to: an agent speaks of its own host's runs and commands, and of drives that no other host
 * holds. Returns those to refuse, by the event's id. Whatever is another host's is named as not known, so that a
 * stolen key learns nothing.
 */
export async function judgeReferences(
  scope: IngestScope,
  events: readonly AgentEvent[],
  { commands, runs, hostIsSimulated }: OwnWork & { readonly hostIsSimulated: boolean },
): Promise<Map<string, RefusedEvent>> {
  const foreign = await findForeignDrives(scope, events);
  const refused = new Map<string, RefusedEvent>();
  for (const event of events) {
    const refusal =
      runRefusal(event, runs) ??
      commandRefusal(event, commands) ??
      markRefusal(event, hostIsSimulated) ??
      foreign(event);
    if (refusal !== undefined) {
      refused.set(event.id, {
        id: event.id,
        reason: refusal.reason,
        errors: [{ path: refusal.path, message: refusal.reason }],
      });
    }
  }
  return refused;
}

function runRefusal(event: AgentEvent, runs: ReadonlySet<string>): Refusal | undefined {
  if (!("runId" in event) || runs.has(event.runId.toLowerCase())) return undefined;
  return { path: "runId", reason: `This host has no run ${event.runId}.` };
}

function commandRefusal(event: AgentEvent, commands: ReadonlySet<string>): Refusal | undefined {
  if (!("commandId" in event) || commands.has(event.commandId.toLowerCase())) return undefined;
  return { path: "commandId", reason: `This host was given no command ${event.commandId}.` };
}

export interface OwnWork {
  readonly commands: ReadonlySet<string>;
  readonly runs: ReadonlySet<string>;
}

/** The host's own runs and commands that the events are about, locked; before any drive. */
export async function lockOwnWork({ tx, hostId }: IngestScope, events: readonly AgentEvent[]): Promise<OwnWork> {
  const runIds = new Set(events.flatMap((event) => ("runId" in event ? [event.runId] : [])));
  const commandIds = new Set(events.flatMap((event) => ("commandId" in event ? [event.commandId] : [])));
  const locked = await lockWork(tx, hostId, { runIds: [...runIds], commandIds: [...commandIds] });
  return { commands: new Set(locked.commandIds), runs: new Set(locked.runIds) };
}
