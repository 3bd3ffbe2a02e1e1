/** `npm run -w @crosspoint/e2e kills -- [kills of each] [seed]`: the long version of the kill test. */
import { buildAgent, generateDatabaseClient } from "../../scripts/steps/build.ts";
import { step } from "../../scripts/steps/progress.ts";
import { runKills } from "./kills.ts";

const [killsEach = 20, seed = 1] = process.argv.slice(2).map(Number);
await generateDatabaseClient();
const binaries = await step("Build the agent", buildAgent);
const report = await runKills(binaries, killsEach, seed);
console.log(JSON.stringify(report, null, 2));
process.exit(report.faults.length > 0 ? 1 : 0);
