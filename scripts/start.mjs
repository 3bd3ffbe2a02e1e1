import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runWithNode24 } from "./bootstrap.mjs";
import { asksForDemo, asksForHelp, usage } from "./start/usage.mjs";

const options = process.argv.slice(2);
// Simulated hosts do not belong among real ones: the demo has a database, logs and secrets of its own.
if (asksForDemo(options)) process.env.CROSSPOINT_DATA_DIR ??= join(root(), ".data", "demo");

if (asksForHelp(options)) console.log(usage);
else runWithNode24("scripts/start/run.ts");

function root() {
  return dirname(dirname(fileURLToPath(import.meta.url)));
}
