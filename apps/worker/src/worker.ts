import { connectDatabase, sessionUrl, statementTimeoutMs } from "@crosspoint/db";
import { type Job, PgBoss } from "pg-boss";
import type { Logger } from "pino";
import { type JobKind, jobKinds } from "./jobs.ts";
import { keepWatch } from "./keep-watch.ts";
import { watches as allWatches, type Watch } from "./watches.ts";
import type { WorkParts } from "./work-parts.ts";

const connectionsLimit = 4;
const queueConnectionsLimit = 4;
/** A job that takes longer is given to another worker. */
const jobSecondsLimit = 600;
/** A worker with a job in hand says so more often than this; one that does not is gone, and its job is given to another. */
const heartbeatSeconds = 60;
const retriesLimit = 3;
const keepDoneSeconds = 86_400;
/** How long a stop waits for the jobs in hand; what is cut off runs again, and every verb can be repeated. */
const stopTimeoutMs = 4_000;

export interface WorkerParts {
  readonly databaseUrl: string;
  readonly logger: Logger;
  readonly now: () => Date;
  /** Replaced by tests. */
  readonly jobs?: readonly JobKind[];
  readonly watches?: readonly Watch[];
}

export interface Worker {
  /** Finishes the jobs in hand and closes. */
  stop(): Promise<void>;
}

/** Schedules the jobs and works on them. Several workers share the work: a job is done by one of them. */
export async function startWorker(parts: WorkerParts): Promise<Worker> {
  const { databaseUrl, logger, now, jobs = jobKinds, watches = allWatches } = parts;
  const boss = new PgBoss({
    connectionString: sessionUrl(databaseUrl, statementTimeoutMs.job),
    // The migrations made it: this role may make tables in it and no schema.
    createSchema: false,
    application_name: "crosspoint-worker",
    max: queueConnectionsLimit,
  });
  // PostgreSQL away is an error of each poll: said once each, and the next poll tries again.
  boss.on("error", (error) => logger.warn({ reason: error.message }, "the job queue has a problem"));
  const db = connectDatabase(databaseUrl, connectionsLimit, { longestStatementMs: statementTimeoutMs.job });
  try {
    await boss.start();
    for (const job of jobs) await offer(boss, job, { db, logger, now });
  } catch (error) {
    await Promise.allSettled([boss.stop({ graceful: false }), db.$disconnect()]);
    throw error;
  }
  const watching = watches.map((watch) => keepWatch(watch, { db, logger, now }));
  return {
    stop: async () => {
      await Promise.all(watching.map((each) => each.stop()));
      await boss.stop({ graceful: true, timeout: stopTimeoutMs });
      await db.$disconnect();
    },
  };
}

async function offer(boss: PgBoss, job: JobKind, parts: WorkParts): Promise<void> {
  const options = {
    expireInSeconds: jobSecondsLimit,
    heartbeatSeconds,
    retryLimit: retriesLimit,
    retryBackoff: true,
    deleteAfterSeconds: keepDoneSeconds,
  };
  await boss.createQueue(job.name, { policy: "stately", ...options });
  await boss.schedule(job.name, job.cron, {}, { tz: "UTC" });
  await boss.work(job.name, async (due: Job[]) => {
    for (const { data } of due) await perform(job, data, parts);
  });
  if (job.atStart) await boss.send(job.name, {});
}

async function perform(job: JobKind, payload: unknown, { db, logger, now }: WorkParts): Promise<void> {
  const startedMs = performance.now();
  try {
    job.payload.parse(payload);
    const changed = await job.run({ db, actor: { kind: "system", label: `worker: ${job.name}` }, now: now() });
    const durationMs = Math.round(performance.now() - startedMs);
    logger[changed > 0 ? "info" : "debug"]({ job: job.name, changed, durationMs }, "job done");
  } catch (error) {
    logger.error({ job: job.name, err: error }, "job failed; it is tried again");
    throw error;
  }
}
