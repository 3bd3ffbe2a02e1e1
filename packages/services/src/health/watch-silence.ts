import type { Prisma } from "@crosspoint/db";
import { lockDrivesById } from "@crosspoint/db/queries/lock-drives";
import { silentBefore } from "@crosspoint/domain";
import { protocolLimits } from "@crosspoint/protocol";
import type { ServiceContext } from "../context.ts";
import { databaseRefusal } from "../database-errors.ts";
import { LiveChanges } from "../live/changes.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";
import { reachability } from "./gateway-pulse.ts";
import { withHost, withSilentHost } from "./rules/drive-state.ts";
import { isExpected } from "./rules/expected.ts";
import { StateChanges } from "./rules/stored-state.ts";

/** Most hosts settled in one call; the next one takes the rest. */
const hostsLimit = 500;

/**
 * Notes which hosts have fallen silent and which are heard of again, with what that means for their drives: silence has no
 * event of its own. While no gateway runs, and until agents can be back with one, no host falls silent: the fault is ours. Each host is one short transaction that looks again, so this may be called at any time, by several at
 * once, and changes nothing where nothing changed. Returns how many hosts did.
 */
export async function watchSilence(context: ServiceContext): Promise<number> {
  requireRight(context, "system.maintain");
  const edges = [heardAgain(context.now)];
  if ((await reachability(context)).kind === "reachable") edges.push(fellSilent(context.now));
  const hosts = await context.db.host.findMany({
    where: { OR: edges },
    select: { id: true },
    orderBy: { id: "asc" },
    take: hostsLimit,
  });
  let changed = 0;
  const failures: unknown[] = [];
  for (const { id } of hosts) {
    // A host of which something cannot be read must not hide the silence of those after it.
    const settled = await settleHost(context, id).catch((error: unknown) => {
      if (databaseRefusal(error) !== undefined) throw error;
      failures.push(error);
      return false;
    });
    if (settled) changed += 1;
  }
  if (failures.length > 0) throw failures[0];
  return changed;
}

/** A host that enrolled and never reported is silent from then on. One whose key was revoked is not expected to report. */
function fellSilent(now: Date): Prisma.HostWhereInput {
  const before = silentBefore(now);
  const neverHeard = { lastSeenAt: null, enrolledAt: { lt: before } };
  return { notReportingSince: null, keyRevokedAt: null, OR: [{ lastSeenAt: { lt: before } }, neverHeard] };
}

function heardAgain(now: Date): Prisma.HostWhereInput {
  const expected = [{ lastSeenAt: { gte: silentBefore(now) } }, { keyRevokedAt: { not: null } }];
  return { notReportingSince: { not: null }, OR: expected };
}

async function settleHost(context: ServiceContext, hostId: string): Promise<boolean> {
  return inTransaction(context.db, async (tx) => {
    // A report that comes in now waits for this lock, or is waited for.
    await tx.$queryRaw`SELECT id FROM host WHERE id = ${hostId}::uuid LIMIT 1 FOR UPDATE`;
    const silent = await tx.host.findFirst({ where: { id: hostId, ...fellSilent(context.now) } });
    const heard = silent ? null : await tx.host.findFirst({ where: { id: hostId, ...heardAgain(context.now) } });
    const host = silent ?? heard;
    if (host === null) return false;
    const lastWordAt = host.lastSeenAt ?? host.enrolledAt;
    await tx.host.update({ where: { id: hostId }, data: { notReportingSince: silent ? lastWordAt : null } });
    const places = await tx.driveSighting.findMany({
      where: { hostId, endedAt: null },
      select: { driveId: true, drive: { select: { lifecycle: true } } },
      take: protocolLimits.drivesPerHost,
    });
    const changes = new LiveChanges();
    const states = new StateChanges();
    // Nobody waits for what is retired to be heard of.
    const missed = silent ? places.filter(({ drive }) => isExpected(drive.lifecycle)) : places;
    const driveIds = missed.map(({ driveId }) => driveId);
    for (const drive of await lockDrivesById(tx, driveIds)) {
      states.apply(drive, (state) => (silent ? withSilentHost(state, lastWordAt) : withHost(state, context.now)));
    }
    await states.save({ tx, changes });
    changes.host(hostId);
    await changes.announce(tx);
    return true;
  });
}
