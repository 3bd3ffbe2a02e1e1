import { randomUUID } from "node:crypto";
import type { Transaction } from "@crosspoint/db";
import type { Command } from "@crosspoint/protocol";
import type { ServiceContext } from "../context.ts";
import { notify } from "../live/notify.ts";

/** A command without the id that it gets here. */
export type CommandPayload = { [K in Command["kind"]]: Omit<Extract<Command, { kind: K }>, "id"> }[Command["kind"]];

export interface CommandRequest {
  readonly hostId: string;
  readonly payload: CommandPayload;
  /** The drive that it acts on, where it acts on one. */
  readonly driveId?: string;
  /** The upgrade of several hosts that it is part of. */
  readonly upgradeId?: string;
  /** Not offered to the agent after this. */
  readonly expiresInMs: number;
}

/**
 * Queues a command for a host's long poll, inside the transaction of the verb that asks for it: that verb has checked
 * the right, made sure of the target's safety, and writes the audit. Returns the command's id.
 */
export async function requestCommand(
  tx: Transaction,
  context: ServiceContext,
  { hostId, payload, driveId, upgradeId, expiresInMs }: CommandRequest,
): Promise<string> {
  const id = randomUUID();
  await tx.command.create({
    data: {
      id,
      hostId,
      kind: payload.kind,
      payload: { id, ...payload },
      driveId: driveId ?? null,
      upgradeId: upgradeId ?? null,
      requestedById: context.actor.kind === "person" ? context.actor.id : null,
      requestedAt: context.now,
      expiresAt: new Date(context.now.getTime() + expiresInMs),
    },
  });
  await notify(tx, { topic: "command", hostId });
  return id;
}
