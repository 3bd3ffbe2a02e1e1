import type { Transaction } from "@crosspoint/db";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";

export interface SettledRestore {
  /** Runs that waited or were about to start, and are declined. */
  readonly runsDeclined: number;
  /** Commands that no agent had taken, and none gets any more. */
  readonly commandsExpired: number;
  readonly sessionsEnded: number;
  readonly tokensRevoked: number;
}

/**
 * What must not be taken up again where a backup left it. Between its time and now, a run that waits may have been done, and
 * a drive that it would write to may hold data again; a session or a token may have been revoked. Runs that an agent had taken
 * stay as they are: what it says next is the truth. `takenAt` is the backup's time, ISO 8601.
 */
export async function settleRestored(context: ServiceContext, takenAt: string): Promise<SettledRestore> {
  requireRight(context, "system.maintain");
  return inTransaction(context.db, async (tx) => {
    const reason = `The database was restored from a backup of ${takenAt}: what was waiting then is not started again.`;
    const expired = await expireCommands(tx, context.now, reason);
    const settled = {
      commandsExpired: expired.length,
      runsDeclined: await declineRuns(tx, context.now, { reason, commands: expired }),
      sessionsEnded: (await tx.session.deleteMany()).count,
      tokensRevoked: await revokeTokens(tx, context.now),
    };
    await stopBulkActions(tx, context.now, reason);
    await endLinks(tx, context.now);
    const detail = { takenAt, ...settled };
    await writeAudit(tx, context, { action: "database.restore", objectKind: "database", objectId: takenAt, detail });
    return settled;
  });
}

async function expireCommands(tx: Transaction, now: Date, reason: string): Promise<string[]> {
  const expired = await tx.command.updateManyAndReturn({
    where: { state: "pending" },
    data: { state: "expired", reason, finishedAt: now, leasedUntil: null },
    select: { id: true },
  });
  return expired.map(({ id }) => id);
}

async function declineRuns(
  tx: Transaction,
  now: Date,
  { reason, commands }: { readonly reason: string; readonly commands: string[] },
): Promise<number> {
  const { count } = await tx.benchmarkRun.updateMany({
    where: { OR: [{ state: "queued" }, { state: "requested", commandId: { in: commands } }] },
    data: { state: "declined", reason, finishedAt: now, queuePlace: null, confirmedSerial: null },
  });
  return count;
}

async function stopBulkActions(tx: Transaction, now: Date, reason: string): Promise<void> {
  const waiting = { outcome: null, bulkAction: { finishedAt: null } };
  await tx.bulkActionDrive.updateMany({ where: waiting, data: { outcome: "stopped", reason } });
  const stopped = { stoppedAt: now, stoppedBy: "the restore", finishedAt: now };
  await tx.bulkAction.updateMany({ where: { finishedAt: null }, data: stopped });
}

async function revokeTokens(tx: Transaction, now: Date): Promise<number> {
  const { count } = await tx.enrollmentToken.updateMany({
    where: { revokedAt: null, usesLeft: { gt: 0 }, expiresAt: { gt: now } },
    data: { revokedAt: now },
  });
  return count;
}

/** The links that open the door without a password. */
async function endLinks(tx: Transaction, now: Date): Promise<void> {
  const open = { where: { usedAt: null, expiresAt: { gt: now } }, data: { expiresAt: now } };
  await tx.passwordLink.updateMany(open);
  await tx.setupLink.updateMany(open);
}
