import { connectDatabase, PlainDatabase } from "@crosspoint/db";
import type { Command } from "@crosspoint/protocol";
import { LiveListener } from "@crosspoint/services";
import { AgentKeys } from "@crosspoint/services/host/agent-keys";
import { PollOpenings } from "@crosspoint/services/host/open-polls";
import { groupWritersFor } from "@crosspoint/services/report/group/group-writers";
import { ReportGroup } from "@crosspoint/services/report/group/report-group";
import { pino } from "pino";
import { AloneLane } from "./alone-lane.ts";
import { BodyRoom } from "./body-room.ts";
import { CommandWaiters } from "./command-waiters.ts";
import { connections, keepsPlansFrom } from "./connections.ts";
import { Doorway } from "./doorway.ts";
import { readEnv } from "./env.ts";
import { createGateway } from "./gateway.ts";
import { AgentPackages } from "./install/agent-packages.ts";
import { KnownKeys } from "./known-keys.ts";
import { keepPulse } from "./pulse.ts";
import { probeTimeoutMs } from "./routes/health.ts";
import { serveGateway } from "./serve.ts";

const env = readEnv(process.env);
const logger = pino({ name: "gateway", level: env.logLevel, redact: ["*.authorization", "*.token", "*.agentKey"] });
const db = connectDatabase(env.databaseUrl, connections.verbs, { keepsPlansFrom });
const listener = new LiveListener(env.databaseUrl);
await listener.start();
const waiters = new CommandWaiters<Command>(listener);
const now = () => new Date();
const onDivided = (err: unknown, reports: number) =>
  logger.warn({ err, reports }, "reports could not be stored together");
const plain = new PlainDatabase(env.databaseUrl, connections.plain);
const probe = new PlainDatabase(env.databaseUrl, connections.probe, { answerTimeoutMs: probeTimeoutMs });
const writers = await groupWritersFor(probe.statement);
const group = new ReportGroup(plain, { onDivided, writers });
const alone = new AloneLane();
const packages = new AgentPackages(env.packagesFolder);
const app = createGateway({
  db,
  probe: probe.statement,
  keys: new AgentKeys(plain.statement),
  group,
  alone,
  room: new BodyRoom(),
  waiters,
  polls: new PollOpenings(plain.statement),
  door: Doorway.forPolls(),
  strangers: Doorway.forStrangers(),
  knownKeys: new KnownKeys(),
  logger,
  now,
  proxies: env.proxies,
  packages,
  serverUrl: env.serverUrl,
});

const server = await serveGateway(app, env).catch((error: NodeJS.ErrnoException) => {
  const remedy = error.code === "EADDRINUSE" ? "Set GATEWAY_PORT to a port that is free." : "Check GATEWAY_HOST.";
  logger.fatal({ reason: error.message, remedy }, "the gateway cannot listen");
  process.exit(1);
});
logger.info({ address: server.address, writers }, "the gateway is ready");
const pulse = keepPulse({ db, logger, packages });

let stopping = false;
async function stop(signal: NodeJS.Signals): Promise<void> {
  if (stopping) return;
  stopping = true;
  logger.info({ signal }, "the gateway is stopping");
  pulse.stop();
  // In this order: the connection of a poll that was answered already would be closed at once.
  const closed = server.close();
  waiters.close();
  await closed;
  await Promise.allSettled([listener.close(), plain.close(), probe.close(), db.$disconnect()]);
  process.exit(0);
}
process.on("SIGTERM", (signal) => void stop(signal));
process.on("SIGINT", (signal) => void stop(signal));
