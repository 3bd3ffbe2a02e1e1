/**
 * `npm test [part …]`: every test there is, or the parts named, side by side where they do not disturb each other. Installs
 * what they need where it may. `npm test changed` runs what the changes since the main branch touch.
 */
import { rmSync } from "node:fs";
import { availableParallelism, totalmem } from "node:os";
import { join } from "node:path";
import { generateDatabaseClient } from "../steps/build.ts";
import { ensureDebianPackages } from "../steps/packages.ts";
import { logsDir } from "../steps/paths.ts";
import { step } from "../steps/progress.ts";
import { printError } from "../steps/remedy.ts";
import { builds, neededBuilds } from "./builds.ts";
import { runCommand } from "./command.ts";
import type { Part } from "./parts.ts";
import { Progress, summary } from "./progress.ts";
import { type Outcome, runTasks, type Task } from "./schedule.ts";
import { type Selected, select } from "./select.ts";

/** What a part may take: a browser with its server, or a virtual host. */
const memoryOfPartBytes = 2.5e9;
const partLogsDir = join(logsDir, "test");

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop.abort());
const selection = await select(process.argv.slice(2));
const chosen = selection.map(({ part }) => part);
await step("Generate the database client", generateDatabaseClient);
const missing = new Set(
  await step("Install what the tests need", (show) =>
    ensureDebianPackages([...new Set(chosen.flatMap(({ packages }) => packages))], show),
  ),
);
const obstacles = new Map(chosen.map((part) => [part, obstacleOf(part)]));
const ready = chosen.filter((part) => !obstacles.get(part));
// What an earlier run said is not this one's.
rmSync(partLogsDir, { recursive: true, force: true });
const progress = new Progress();
const finished = await runTasks(
  [...neededBuilds(ready.flatMap(({ after }) => after)).map(buildTask), ...selection.map(partTask)],
  {
    cores: Math.max(1, Math.min(availableParallelism(), Math.floor(totalmem() / memoryOfPartBytes))),
    signal: stop.signal,
    onStart: (name) => progress.start(name),
    onEnd: (end) => progress.end(end, logOf(end.name)),
  },
);
progress.close();
console.log(summary(finished, logOf));
process.exit(finished.some(({ outcome }) => outcome.result === "failed") || stop.signal.aborted ? 1 : 0);

function obstacleOf(part: Part): string | null {
  const absent = part.packages.filter((name) => missing.has(name));
  return absent.length > 0 ? `missing Debian packages: apt install ${absent.join(" ")}` : (part.obstacle?.() ?? null);
}

function buildTask(name: ReturnType<typeof neededBuilds>[number]): Task {
  const { after, cores, run } = builds[name];
  const work = () => built(() => run((line) => progress.detail(name, line)));
  return { name, after, cores, run: (signal) => Promise.race([work(), stopped(signal)]) };
}

async function built(run: () => Promise<unknown>): Promise<Outcome> {
  try {
    await run();
    return { result: "passed" };
  } catch (error) {
    printError(error);
    return { result: "failed", why: "it could not be built" };
  }
}

/** What builds is a child of this process, and ends with it. */
function stopped(signal: AbortSignal): Promise<Outcome> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve({ result: "failed", why: "stopped" }));
  });
}

function partTask({ part, args }: Selected): Task {
  const why = obstacles.get(part);
  if (why) return { name: part.name, after: [], cores: 0, run: async () => ({ result: "skipped", why }) };
  return { name: part.name, after: part.after, cores: part.cores, run: (signal) => runPart(part, args, signal) };
}

async function runPart({ command, env, name }: Part, args: readonly string[], signal: AbortSignal): Promise<Outcome> {
  const log = logOf(name);
  const code = await runCommand(
    { command: [...command, ...args], ...(env ? { env } : {}), ...(log ? { log } : {}) },
    signal,
  );
  if (signal.aborted) return { result: "failed", why: "stopped" };
  return { result: code === 0 ? "passed" : "failed" };
}

/** A part that runs alone says everything in the terminal. */
function logOf(name: string): string | undefined {
  return chosen.length > 1 ? join(partLogsDir, `${name.replaceAll(" ", "-")}.log`) : undefined;
}
