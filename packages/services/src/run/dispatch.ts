import type { Prisma } from "@crosspoint/db";
import { silentBefore } from "@crosspoint/domain";
import type { ServiceContext } from "../context.ts";
import { databaseRefusal } from "../database-errors.ts";
import { reachability } from "../health/gateway-pulse.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";
import { decline, dispatchHost, lockQueue } from "./rules/dispatch-host.ts";

/** Hosts that are read at once. */
const hostsPerPage = 500;
/** Most runs without a host that are declined in one call; the next one takes the rest. */
const orphansLimit = 500;

/**
 * Starts what waits and may start now, host by host, each in a transaction of its own: it may be called at any time, by
 * several at once, and cut off anywhere. Returns how many runs were started or declined.
 */
export async function dispatchQueues(context: ServiceContext, perPage = hostsPerPage): Promise<number> {
  requireRight(context, "system.maintain");
  let settled = await declineOrphans(context);
  const failures: unknown[] = [];
  for await (const hostId of hostsThatWait(context, perPage)) {
    // A queue that cannot be read must not hold up those of other hosts.
    settled += await dispatchOne(context, hostId).catch((error: unknown) => {
      if (databaseRefusal(error) !== undefined) throw error;
      failures.push(error);
      return 0;
    });
  }
  if (failures.length > 0) throw failures[0];
  return settled;
}

/** Every host on which runs wait: those of which nothing can start must not hide the others. */
async function* hostsThatWait(context: ServiceContext, perPage: number): AsyncGenerator<string> {
  const judged = await judgedHosts(context);
  for (let after: string | undefined, more = true; more; ) {
    const hosts = await context.db.benchmarkRun.findMany({
      where: { state: "queued", hostId: after === undefined ? { not: null } : { gt: after }, ...judged },
      distinct: ["hostId"],
      select: { hostId: true },
      orderBy: { hostId: "asc" },
      take: perPage,
    });
    const ids = hosts.flatMap(({ hostId }) => hostId ?? []);
    yield* ids;
    after = ids.at(-1);
    more = hosts.length === perPage;
  }
}

/** While hosts cannot report, one that has not is no reason to decline what waits for it: its queue waits too. */
async function judgedHosts(context: ServiceContext): Promise<Prisma.BenchmarkRunWhereInput> {
  const { kind } = await reachability(context);
  return kind === "reachable" ? {} : { host: { lastSeenAt: { gte: silentBefore(context.now) } } };
}

async function dispatchOne(context: ServiceContext, hostId: string): Promise<number> {
  return inTransaction(context.db, async (tx) => {
    await lockQueue(tx, hostId);
    return (await dispatchHost(tx, context, hostId)).length;
  });
}

/** Runs whose host was removed while they waited. */
async function declineOrphans(context: ServiceContext): Promise<number> {
  const orphans = await context.db.benchmarkRun.findMany({
    where: { state: "queued", hostId: null },
    select: { id: true },
    take: orphansLimit,
  });
  if (orphans.length === 0) return 0;
  return inTransaction(context.db, async (tx) => {
    const runs = await tx.benchmarkRun.findMany({
      where: { id: { in: orphans.map(({ id }) => id) }, state: "queued" },
      orderBy: { id: "asc" },
    });
    for (const run of runs) await decline(tx, context, run, `Its host ${run.hostname} was removed while it waited.`);
    return runs.length;
  });
}
