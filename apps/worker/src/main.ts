import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { readEnv } from "./env.ts";
import { startWorker, type Worker } from "./worker.ts";

const retryDelayMs = 2_000;

const env = readEnv(process.env);
const logger = pino({ name: "worker", level: env.logLevel });
const stopping = new AbortController();
let worker: Worker | undefined;

async function stop(signal: NodeJS.Signals): Promise<void> {
  if (stopping.signal.aborted) return;
  stopping.abort();
  logger.info({ signal }, "the worker is stopping");
  await worker?.stop();
  process.exit(0);
}
process.on("SIGTERM", (signal) => void stop(signal));
process.on("SIGINT", (signal) => void stop(signal));

while (worker === undefined && !stopping.signal.aborted) {
  try {
    worker = await startWorker({ databaseUrl: env.databaseUrl, logger, now: () => new Date() });
    logger.info("the worker is ready");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    logger.warn({ reason }, "the worker cannot start; is PostgreSQL up and migrated? It is tried again");
    await sleep(retryDelayMs);
  }
}
