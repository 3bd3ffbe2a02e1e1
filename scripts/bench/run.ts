/**
 * `npm run bench`: figures as ratios against a named peer, alternating in one run, medians of the pairs. Nothing here
 * passes or fails: a machine under load prints ratios that say so by their spread. Last, what each page loads.
 */
import { buildAgent } from "../steps/build.ts";
import { ensureDebianPackages } from "../steps/packages.ts";
import { step } from "../steps/progress.ts";
import { printError } from "../steps/remedy.ts";
import { measureAgentCost } from "./agent.ts";
import { compareWithFio } from "./engine.ts";
import { compareNoOperations, measureMemory, measureNullEngine } from "./overhead.ts";
import { measurePages } from "./pages.ts";
import { onFastTarget } from "./target.ts";

try {
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
} catch (error) {
  printError(error);
  process.exit(1);
}
