/**
 * `npm run bench`: figures as ratios against a named peer, alternating in one run, medians of the pairs. Nothing here
 * passes or fails: a machine under load prints ratios that say so by their spread. Last, what each page loads, and what the
 * largest comparison costs a browser. By themselves: `npm run bench history` measures what reading a drive's history costs,
 * `npm run bench ingest` what taking a fleet's samples costs, which takes the whole machine for a while (`-- --quick`: some
 * minutes), `npm run bench lists` what pages cost with 100,000 drives, `npm run bench reconnect` how 10,000 agents come back
 * after their gateway was killed, `npm run bench citus` what samples cost on a cluster, against one PostgreSQL.
 */
import { buildAgent, generateDatabaseClient } from "../steps/build.ts";
import { runToEnd } from "../steps/child.ts";
import { ensureDebianPackages } from "../steps/packages.ts";
import { step } from "../steps/progress.ts";
import { printError, StartError } from "../steps/remedy.ts";
import { measureAgentCost } from "./agent.ts";
import { compareWithFio } from "./engine.ts";
import { compareNoOperations, measureMemory, measureNullEngine } from "./overhead.ts";
import { measurePages } from "./pages.ts";
import { onFastTarget } from "./target.ts";

/** Those with a database: they can be loaded once its client is generated. */
const byThemselves: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  history: async () => (await import("./history.ts")).measureHistory(),
  ingest: async (args) => (await import("./ingest.ts")).measureIngest(args),
  citus: async (args) => (await import("./citus.ts")).measureCitus(args),
  lists: async () => (await import("./lists.ts")).measureLists(),
  reconnect: async (args) => (await import("./reconnect.ts")).measureReconnect(args),
};

async function measureAll(): Promise<void> {
  const binaries = await step("Build uring-bench", buildAgent);
  const missing = await step("Install fio", (show) => ensureDebianPackages(["fio", "util-linux"], show));
  if (missing.length > 0) {
    console.log(`Skipped: uring-bench against fio needs the Debian packages ${missing.join(", ")}.`);
  } else {
    await measureNullEngine(binaries);
    await onFastTarget(async (target) => {
      await compareNoOperations(binaries, target);
      await compareWithFio(binaries, target);
      await measureMemory(binaries, target);
    });
  }
  await measureAgentCost(binaries);
  await measurePages();
  // A process of its own: the browser's tests build on these scripts, and not the other way round.
  console.log(await runToEnd("node", ["e2e/bench/comparison.cli.ts"], { remedy: "Chromium is needed for it." }));
}

try {
  const [what, ...args] = process.argv.slice(2);
  await step("Generate the database client", generateDatabaseClient);
  if (what === undefined) await measureAll();
  else await benchOf(what)(args);
} catch (error) {
  printError(error);
  process.exit(1);
}

function benchOf(name: string): (args: readonly string[]) => Promise<void> {
  const bench = byThemselves[name];
  if (bench !== undefined) return bench;
  throw new StartError(
    `There is no benchmark "${name}".`,
    `There are ${Object.keys(byThemselves).join(", ")}, or all others without a name.`,
  );
}
