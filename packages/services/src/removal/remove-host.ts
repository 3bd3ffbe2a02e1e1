import type { Host, Transaction } from "@crosspoint/db";
import { lockDrivesById } from "@crosspoint/db/queries/lock-drives";
import { countHistory, findDrivesLastOn } from "@crosspoint/db/queries/removals";
import { protocolLimits } from "@crosspoint/protocol";
import { z } from "zod";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { LiveChanges } from "../live/changes.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";
import { beginRemoval, refuseWhileRunning, requireTyped } from "./rules/begin.ts";
import { runsOf } from "./rules/lost.ts";

export const removeHostInput = z.object({
  hostId: z.uuid(),
  /** `delete`: also the drives that it had last, with their samples, and every run on it or on them. */
  history: z.enum(["keep", "delete"]),
  /** The host's name, where history goes. */
  confirmedName: z.string().max(255).optional(),
});

/**
 * Removes a host that is locked out. What it measured stays under its name, unless history goes as well. When which drives were in
 * it goes in any case; they keep its name as their last one.
 */
export async function removeHost(context: ServiceContext, input: z.infer<typeof removeHostInput>): Promise<void> {
  requireRight(context, "host.remove");
  const { hostId, history, confirmedName } = input;
  await inTransaction(context.db, async (tx) => {
    const host = await lockHost(tx, hostId);
    if (history === "delete") requireTyped(host.hostname, confirmedName);
    const ofHost = await runsOf(tx, { hostId, driveIds: [] });
    await refuseWhileRunning(tx, ofHost);
    const { told, ...gone } = history === "delete" ? await historyOf(tx, hostId) : nothingOf(ofHost);
    const commands = await tx.command.count({ where: { hostId } });
    await tx.drive.deleteMany({ where: { id: { in: gone.driveIds } } });
    await tx.host.delete({ where: { id: hostId } });
    const { hostname, agentKeyHash, installationId } = host;
    await beginRemoval(tx, context, { kind: "host", name: hostname, agent: { agentKeyHash, installationId }, ...gone });
    await writeAudit(tx, context, {
      action: "host.remove",
      objectKind: "host",
      objectId: hostId,
      detail: {
        hostname,
        history,
        ...told,
        commandsDeleted: commands,
      },
    });
    const changes = new LiveChanges();
    changes.host(hostId);
    for (const driveId of gone.driveIds) changes.drive(driveId);
    await changes.announce(tx);
  });
}

async function lockHost(tx: Transaction, hostId: string): Promise<Host> {
  await tx.$queryRaw`SELECT id FROM host WHERE id = ${hostId}::uuid FOR UPDATE`;
  const host = await tx.host.findUnique({ where: { id: hostId } });
  if (host === null) throw new ServiceError("notFound", `There is no host ${hostId}.`);
  if (host.keyRevokedAt === null) {
    throw new ServiceError("conflict", `The agent on ${host.hostname} may still report.`, {
      remedy: "Revoke its key first: it is locked out then, and lets go of its drives.",
    });
  }
  return host;
}

const nothingOf = (runIds: readonly string[]) => ({
  ...{ driveIds: [], runIds: [], samples: 0 },
  told: { runsKept: runIds.length },
});

/** Drives that another host has by now are not its history. */
async function historyOf(tx: Transaction, hostId: string) {
  const found = await findDrivesLastOn(tx, hostId, protocolLimits.drivesPerHost);
  await lockDrivesById(tx, found);
  // One that came back while this waited stays.
  const driveIds = (await findDrivesLastOn(tx, hostId, protocolLimits.drivesPerHost)).filter((id) =>
    found.includes(id),
  );
  const runIds = await runsOf(tx, { hostId, driveIds });
  await refuseWhileRunning(tx, runIds);
  const { samples, hours, days } = await countHistory(tx, driveIds);
  const told = {
    ...{ drivesDeleted: driveIds.length, runsDeleted: runIds.length },
    ...{ samplesDeleted: samples, hoursDeleted: hours, daysDeleted: days },
  };
  return { driveIds, runIds, samples, told };
}
