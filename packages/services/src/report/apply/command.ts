import type { CommandState } from "@crosspoint/db";
import type { AgentEventOf } from "@crosspoint/protocol";
import { type CommandProgress, readProgress } from "../../command/rules/progress.ts";
import { isNewer, momentOf } from "../../telemetry/rules/moment.ts";
import type { IngestScope } from "../../telemetry/rules/scope.ts";
import { giveUpRun } from "./run.ts";

type Outcome = AgentEventOf<"command">["outcome"];

/**
 * From which states a command may become what the agent says; anything else is late or repeated, and changes nothing.
 * `expired` means only that the server had heard nothing: the agent's word, delivered late, is the truth.
 */
const mayComeFrom: Record<Outcome, readonly CommandState[]> = {
  accepted: ["pending", "expired"],
  declined: ["pending", "expired"],
  succeeded: ["pending", "accepted", "expired"],
  failed: ["pending", "accepted", "expired"],
  interrupted: ["pending", "accepted", "expired"],
};

/** Notes what became of a command, and of the run that waited for it. */
export async function applyCommand(scope: IngestScope, event: AgentEventOf<"command">): Promise<void> {
  const at = new Date(event.timeMs);
  const isOver = event.outcome !== "accepted";
  const { count } = await scope.tx.command.updateMany({
    where: { id: event.commandId, hostId: scope.hostId, state: { in: [...mayComeFrom[event.outcome]] } },
    data: {
      state: event.outcome,
      reason: event.reason ?? null,
      nvmeStatus: event.nvmeStatus ?? null,
      finishedAt: isOver ? at : null,
      leasedUntil: null,
    },
  });
  if (count === 0) return;
  await scope.tx.command.updateMany({ where: { id: event.commandId, answeredAt: null }, data: { answeredAt: at } });
  scope.changes.host(scope.hostId);
  await announceDrive(scope, event.commandId);
  await endRunThatNeverStarted(scope, event, at);
  if (event.outcome === "declined" && event.runUnknown === true) await giveUpRun(scope, event.commandId, at);
}

/** A run that started ends by its own event; one that did not ends with the command that asked for it. */
async function endRunThatNeverStarted(scope: IngestScope, event: AgentEventOf<"command">, at: Date): Promise<void> {
  if (event.outcome !== "declined" && event.outcome !== "failed" && event.outcome !== "interrupted") return;
  const runs = await scope.tx.benchmarkRun.updateManyAndReturn({
    where: { commandId: event.commandId, hostId: scope.hostId, state: "requested" },
    data: { state: event.outcome, reason: event.reason ?? "The agent gave no reason.", finishedAt: at },
    select: { id: true },
  });
  for (const { id } of runs) scope.changes.run(id);
}

/** How far long work came; a word that arrives after the end, or after a later one, changes nothing. */
export async function applyCommandProgress(scope: IngestScope, event: AgentEventOf<"commandProgress">): Promise<void> {
  const { commandId, phase, percent, timeMs, sequence } = event;
  const command = await scope.tx.command.findFirst({ where: { id: commandId, hostId: scope.hostId } });
  if (command === null || command.finishedAt !== null) return;
  const before = readProgress(command.progress);
  if (before !== undefined && isNewer(momentOf(scope, before), momentOf(scope, event))) return;
  const progress: CommandProgress = { phase, timeMs, sequence, percent };
  await scope.tx.command.update({ where: { id: commandId }, data: { progress: { ...progress } } });
  if (command.driveId === null) scope.changes.host(scope.hostId);
  else scope.changes.drive(command.driveId);
}

async function announceDrive(scope: IngestScope, commandId: string): Promise<void> {
  const command = await scope.tx.command.findUnique({ where: { id: commandId }, select: { driveId: true } });
  if (command?.driveId) scope.changes.drive(command.driveId);
}
