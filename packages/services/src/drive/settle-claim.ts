import type { Drive, DriveClaim, DriveSighting, Transaction } from "@crosspoint/db";
import { lockDrivesById } from "@crosspoint/db/queries/lock-drives";
import { z } from "zod";
import { actorLabel } from "../actor.ts";
import { writeAudit } from "../audit/write.ts";
import { openCommandStates, openRunStates } from "../command/rules/open-work.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { ingestScope } from "../health/ingest-scope.ts";
import { withSilentHost } from "../health/rules/drive-state.ts";
import { isExpected } from "../health/rules/expected.ts";
import { StateChanges } from "../health/rules/stored-state.ts";
import { LiveChanges } from "../live/changes.ts";
import { requireRight } from "../rights.ts";
import type { IngestScope } from "../telemetry/rules/scope.ts";
import { inTransaction } from "../transaction.ts";
import { heldObservation } from "./placement/held-observation.ts";
import { claimedDrives, giveDrive } from "./placement/take-freed-drives.ts";

export const settleClaimInput = z.object({
  driveId: z.uuid(),
  /** The host that lists the drive and does not have it. */
  hostId: z.uuid(),
  /** `move`: the drive is that host's from now on. `dismiss`: it is not, for as long as that host goes on listing it. */
  decision: z.enum(["move", "dismiss"]),
});
type SettleClaimInput = z.infer<typeof settleClaimInput>;

/** A drive that two hosts list: a person says whose it is. */
export async function settleClaim(context: ServiceContext, input: SettleClaimInput): Promise<void> {
  requireRight(context, "drive.settleClaim");
  const { driveId, hostId, decision } = input;
  await inTransaction(context.db, async (tx) => {
    const contest = await lockClaim(tx, input);
    const { drive, claim, holder } = contest;
    if (decision === "move") await move(tx, context, contest);
    else await dismiss(tx, context, claim);
    await writeAudit(tx, context, {
      action: decision === "move" ? "drive.moveToClaimant" : "drive.dismissClaim",
      objectKind: "drive",
      objectId: driveId,
      detail: {
        drive: `${drive.model} ${drive.serial}`,
        claimant: claim.host.hostname,
        holder: holder?.host.hostname ?? null,
      },
    });
    const changes = new LiveChanges();
    changes.drive(driveId);
    for (const id of [hostId, ...(holder ? [holder.hostId] : [])]) changes.host(id);
    await changes.announce(tx);
  });
}

type NamedClaim = DriveClaim & { host: { hostname: string } };
type NamedSighting = DriveSighting & { host: { hostname: string } };

interface Contest {
  readonly drive: Drive;
  readonly claim: NamedClaim;
  /** Undefined where no host has the drive now. */
  readonly holder: NamedSighting | undefined;
  /** The last word of the host that claims, where it has fallen silent. */
  readonly silentSince: Date | undefined;
}

/** Reports of the host that claims, and about the drive, wait here. */
async function lockClaim(tx: Transaction, { driveId, hostId }: SettleClaimInput): Promise<Contest> {
  const [claimant] = await tx.$queryRaw<{ silentSince: Date | null }[]>`
    SELECT not_reporting_since AS "silentSince" FROM host WHERE id = ${hostId}::uuid LIMIT 1 FOR NO KEY UPDATE`;
  await tx.$queryRaw`SELECT id FROM drive WHERE id = ${driveId}::uuid FOR UPDATE`;
  const hostname = { host: { select: { hostname: true } } } as const;
  const drive = await tx.drive.findUnique({
    where: { id: driveId },
    include: {
      claims: { where: { hostId }, include: hostname },
      sightings: { where: { endedAt: null }, include: hostname },
    },
  });
  if (drive === null) throw new ServiceError("notFound", `There is no drive ${driveId}.`);
  const [claim] = drive.claims;
  if (claim === undefined) {
    throw new ServiceError("conflict", `That host does not claim ${drive.model} ${drive.serial} any more.`, {
      remedy: "Look at the drive's page: it is settled, or another host lists it.",
    });
  }
  return { drive, claim, holder: drive.sightings[0], silentSince: claimant?.silentSince ?? undefined };
}

async function dismiss(tx: Transaction, context: ServiceContext, { driveId, hostId }: DriveClaim): Promise<void> {
  await tx.driveClaim.update({
    where: { driveId_hostId: { driveId, hostId } },
    data: { dismissedAt: context.now, dismissedBy: actorLabel(context.actor) },
  });
}

/** The claimant has the drive from now on; that its holder may go on listing it is dismissed with the same word. */
async function move(
  tx: Transaction,
  context: ServiceContext,
  { drive, claim, holder, silentSince }: Contest,
): Promise<void> {
  if (holder !== undefined) await refuseWhileBusy(tx, drive, holder);
  const scope = ingestScope(tx, claim.hostId, context.now);
  for (const claimed of await claimedDrives(scope, [claim])) await giveDrive(scope, claimed);
  if (silentSince !== undefined && isExpected(drive.lifecycle)) await noteSilence(scope, drive.id, silentSince);
  if (holder === undefined) return;
  await tx.driveClaim.create({
    data: {
      driveId: drive.id,
      hostId: holder.hostId,
      since: context.now,
      lastSeenAt: holder.lastSeenAt,
      observation: { ...heldObservation(drive, holder) },
      shared: claim.shared,
      dismissedAt: context.now,
      dismissedBy: actorLabel(context.actor),
    },
  });
}

/** The edge of the host's silence has passed: nobody else would say it of this drive. */
async function noteSilence(scope: IngestScope, driveId: string, since: Date): Promise<void> {
  const states = new StateChanges();
  for (const drive of await lockDrivesById(scope.tx, [driveId])) {
    states.apply(drive, (state) => withSilentHost(state, since));
  }
  await states.save(scope);
}

async function refuseWhileBusy(tx: Transaction, drive: Drive, { hostId, host }: NamedSighting): Promise<void> {
  const here = { driveId: drive.id, hostId };
  const [run, command] = await Promise.all([
    tx.benchmarkRun.findFirst({
      where: { hostId, drives: { some: { driveId: drive.id } }, state: { in: [...openRunStates] } },
      select: { id: true },
    }),
    tx.command.findFirst({ where: { ...here, state: { in: [...openCommandStates] } }, select: { id: true } }),
  ]);
  if (run === null && command === null) return;
  const what = run === null ? "A command to it" : "A benchmark of it";
  throw new ServiceError("conflict", `${what} is in progress on ${host.hostname}.`, {
    remedy: "Wait for its end, or cancel it, and settle the claim then.",
  });
}
