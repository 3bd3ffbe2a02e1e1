/** `npm start`: from a fresh clone to a running Crosspoint, and back to nothing on Ctrl-C. */
import { buildAgentPackages } from "../steps/agent-packages.ts";
import { buildAgent, buildWeb, generateDatabaseClient } from "../steps/build.ts";
import { type Service, waitUntilReady } from "../steps/child.ts";
import { dataDir, logsDir } from "../steps/paths.ts";
import { requireFreePort } from "../steps/ports.ts";
import { step } from "../steps/progress.ts";
import { printError, StartError } from "../steps/remedy.ts";
import { startGateway, startWeb, startWorker } from "../steps/services.ts";
import type { RunningDatabase } from "./database.ts";
import { requireFolderOf } from "./demo/folder.ts";
import { lockDataDir } from "./lock.ts";
import { passwordLink } from "./password-link.ts";
import { sessionSecret } from "./secrets.ts";
import { readSettings, type StartSettings } from "./settings.ts";
import { supervise } from "./supervise.ts";

/** What a killed start had begun ends with it, within this time. */
const leftoversEndMs = 15_000;

/** How supervision speaks, and what it does about what cannot be kept running. */
const words = {
  say: (line: string) => console.error(line),
  onGivenUp: (reason: string) => void failAndExit(new StartError(reason, `Its log is in ${logsDir}.`)),
};

/** What was started, in order; stopped in the opposite one. */
const started: { name: string; stop(): Promise<void> }[] = [];
let stopping: Promise<void> | undefined;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stopAndExit(0));
process.on("unhandledRejection", (error) => void failAndExit(error));

try {
  const settings = readSettings(process.argv.slice(2));
  if (settings.passwordLinkFor) process.exit(passwordLink(settings.passwordLinkFor, settings.webUrl));
  await start(settings);
} catch (error) {
  await failAndExit(error);
}

async function start(settings: StartSettings): Promise<void> {
  requireFolderOf(settings.demo, dataDir);
  const lock = lockDataDir(dataDir);
  started.push({ name: "lock", stop: async () => lock.release() });
  const patienceMs = lock.afterKill ? leftoversEndMs : 0;
  await requireFreePort(settings.webPort, settings.host, "WEB_PORT", patienceMs);
  await requireFreePort(settings.gatewayPort, settings.host, "GATEWAY_PORT", patienceMs);

  await step("Generate the database client", generateDatabaseClient);
  const agentBinaries =
    settings.agent || settings.demo ? await step("Build the agent and uring-bench", buildAgent) : undefined;
  if (settings.agent) await packAgent();
  if (!settings.dev) await step("Build the pages", buildWeb);

  const { startDatabase, migrateDatabase } = await import("./database.ts");
  const database = await step("Start PostgreSQL", () => startDatabase(words));
  started.push({ name: "PostgreSQL", stop: database.stop });
  await step("Bring the database up to date", () => migrateDatabase(database.urls));
  await step("Load the catalog", async () => {
    await import("@crosspoint/catalog");
  });

  if (agentBinaries && settings.demo) {
    await step("Start the gateway", () => runGateway(settings, database));
    // Before anybody judges or sees it: no host is missing because its past is being stored.
    await startDemo(settings, agentBinaries, database.urls.application);
    await step("Start the worker and the pages", () => runWorkerAndPages(settings, database));
  } else {
    await step("Start the gateway, the worker and the pages", async () => {
      await Promise.all([runGateway(settings, database), runWorkerAndPages(settings, database)]);
    });
  }
  if (agentBinaries && settings.agent) {
    await step("Start the local agent", async () => {
      const { startLocalAgent } = await import("./local-agent.ts");
      const { gatewayUrl } = settings;
      const start = (appendLog: boolean) =>
        startLocalAgent(agentBinaries, database.urls.application, gatewayUrl, appendLog);
      await keep("agent", start, "optional");
    });
  }
  await announce(settings, database.urls.application);
}

/** What hosts install from here. Without the tool for Debian's form they get the archive. */
async function packAgent(): Promise<void> {
  await step("Build the agent's packages", buildAgentPackages).catch((error: unknown) => {
    printError(error);
    console.error("Crosspoint starts without the agent's Debian package: hosts get an archive instead.");
  });
}

/** The simulated fleet: its past, where it has none yet, and its present. */
async function startDemo({ gatewayUrl }: StartSettings, binaries: string, databaseUrl: string): Promise<void> {
  const { demoOf, demoSize } = await import("./demo/demo.ts");
  const demo = demoOf({ size: demoSize, folder: dataDir, logsDir, binaries, databaseUrl, gatewayUrl });
  const isNew = !demo.hasPast();
  if (isNew) {
    await step(`Enroll ${demoSize.hosts} simulated hosts`, demo.enroll);
    await step(`Tell what they saw in ${demoSize.days} days`, demo.tellHistory);
    await step("Store their samples and benchmarks", demo.storePast);
  }
  await step("Start the simulated fleet", async () => {
    await keep("fleetsim", demo.startLive, "optional");
    // A gateway that was started just now is nobody's reason to miss a host; this one has listened to all of the past.
    if (isNew) await demo.untilHeard();
  });
}

async function runGateway(settings: StartSettings, database: RunningDatabase): Promise<void> {
  const near = { ...serverOf(settings, database), databaseUrl: database.gatewayUrl };
  const gateway = await keep("gateway", (appendLog) => startGateway({ ...near, appendLog }));
  await waitUntilReady(gateway, `http://${addressOf(settings)}:${settings.gatewayPort}/healthz`);
}

async function runWorkerAndPages(settings: StartSettings, database: RunningDatabase): Promise<void> {
  const server = serverOf(settings, database);
  await keep("worker", (appendLog) => startWorker({ ...server, appendLog }));
  const web = await keep("web", (appendLog) => startWeb({ ...server, appendLog }));
  await waitUntilReady(web, `http://${addressOf(settings)}:${settings.webPort}/sign-in`, 120_000);
}

function serverOf(settings: StartSettings, database: RunningDatabase) {
  return { ...settings, databaseUrl: database.urls.application, sessionSecret: sessionSecret(), logsDir };
}

function addressOf({ host }: StartSettings): string {
  return host === "0.0.0.0" ? "127.0.0.1" : host;
}

/**
 * Starts a service, and again when it ends by itself; answers the first start. One that ends too often ends Crosspoint,
 * unless it is optional.
 */
async function keep(
  name: string,
  start: (appendLog: boolean) => Service | Promise<Service>,
  importance: "required" | "optional" = "required",
): Promise<Service> {
  const first = await start(false);
  let next: Service | undefined = first;
  const supervised = await supervise({
    ...words,
    name,
    start: async () => {
      const service = next ?? (await start(true));
      next = undefined;
      return service;
    },
    ...(importance === "optional" && { onGivenUp: (reason) => console.error(`\n! ${reason} The rest keeps running.`) }),
  });
  started.push(supervised);
  return first;
}

async function announce(settings: StartSettings, databaseUrl: string): Promise<void> {
  const { setupLink } = await import("./setup-link.ts");
  const link = await setupLink(databaseUrl, settings.webUrl);
  console.log(`\nCrosspoint is running: ${settings.webUrl}`);
  if (link) console.log(`Create the first admin (this link works once, for a day):\n\n  ${link}\n`);
  else console.log("Sign in with your e-mail and password.");
  console.log(`Agents report to ${settings.gatewayUrl}. Data and logs: ${dataDir}. Ctrl-C stops everything.`);
}

function stopAndExit(code: number): Promise<void> {
  stopping ??= (async () => {
    console.log("\nStopping …");
    for (const one of started.toReversed()) {
      await one.stop().catch((error: unknown) => console.error(`${one.name} did not stop cleanly: ${error}`));
    }
    console.log("Stopped. Nothing is lost; `npm start` resumes from here.");
    process.exit(code);
  })();
  return stopping;
}

async function failAndExit(error: unknown): Promise<void> {
  if (stopping) return stopping;
  printError(error);
  await stopAndExit(1);
}
