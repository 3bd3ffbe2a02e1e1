import type { AgentEvent, AgentEventOf } from "@crosspoint/protocol";
import type { IngestScope } from "../../telemetry/rules/scope.ts";
import { applyCommand, applyCommandProgress } from "./command.ts";
import { applyDatabasePointFinished, applyDatabasePointStarted } from "./database-point.ts";
import { applyDriveDetails } from "./drive-details.ts";
import { applyDriveLogs } from "./drive-logs.ts";
import { applyDriveProblems } from "./drive-problem.ts";
import { applyEnvironment } from "./environment.ts";
import { applyInventory } from "./inventory.ts";
import { applyPointFinished, applyPointSeconds, applyPointStarted } from "./point.ts";
import { applyRunFinished, applyRunStarted } from "./run.ts";
import { applyRunCounters, applyRunFinding, applyRunSelfTest } from "./run-facts.ts";
import { applySmart } from "./smart.ts";

type EventBatch = {
  [K in AgentEvent["kind"]]: { readonly kind: K; readonly events: AgentEventOf<K>[] };
}[AgentEvent["kind"]];

/** Applies events in their order; neighbours of one kind go together, so that many samples are one statement. */
export async function applyEvents(scope: IngestScope, events: readonly AgentEvent[]): Promise<void> {
  for (const batch of batchesOf(events)) await applyBatch(scope, batch);
}

function batchesOf(events: readonly AgentEvent[]): EventBatch[] {
  const batches: { kind: AgentEvent["kind"]; events: AgentEvent[] }[] = [];
  for (const event of events) {
    const last = batches.at(-1);
    if (last?.kind === event.kind) last.events.push(event);
    else batches.push({ kind: event.kind, events: [event] });
  }
  // Every batch holds events of its own kind alone, which the compiler cannot see.
  return batches as EventBatch[];
}

async function applyBatch(scope: IngestScope, batch: EventBatch): Promise<void> {
  switch (batch.kind) {
    case "inventory":
      return oneByOne(batch.events, (event) => applyInventory(scope, event));
    case "environment":
      return oneByOne(batch.events, (event) => applyEnvironment(scope, event));
    case "smart":
      return applySmart(scope, batch.events);
    case "driveProblem":
      return applyDriveProblems(scope, batch.events);
    case "driveDetails":
      return applyDriveDetails(scope, batch.events);
    case "driveLogs":
      return applyDriveLogs(scope, batch.events);
    case "command":
      return oneByOne(batch.events, (event) => applyCommand(scope, event));
    case "commandProgress":
      return oneByOne(batch.events, (event) => applyCommandProgress(scope, event));
    case "runStarted":
      return oneByOne(batch.events, (event) => applyRunStarted(scope, event));
    case "pointStarted":
      return oneByOne(batch.events, (event) => applyPointStarted(scope, event));
    case "pointSecond":
      return applyPointSeconds(scope, batch.events);
    case "pointFinished":
      return oneByOne(batch.events, (event) => applyPointFinished(scope, event));
    case "runCounters":
      return oneByOne(batch.events, (event) => applyRunCounters(scope, event));
    case "runSelfTest":
      return oneByOne(batch.events, (event) => applyRunSelfTest(scope, event));
    case "databasePointStarted":
      return oneByOne(batch.events, (event) => applyDatabasePointStarted(scope, event));
    case "databasePointFinished":
      return oneByOne(batch.events, (event) => applyDatabasePointFinished(scope, event));
    case "runFinding":
      return oneByOne(batch.events, (event) => applyRunFinding(scope, event));
    case "runFinished":
      return oneByOne(batch.events, (event) => applyRunFinished(scope, event));
  }
}

async function oneByOne<T>(events: readonly T[], apply: (event: T) => Promise<void>): Promise<void> {
  for (const event of events) await apply(event);
}
