import { runWithNode24 } from "./bootstrap.mjs";
import { asksForHelp, usage } from "./start/usage.mjs";

if (asksForHelp(process.argv.slice(2))) console.log(usage);
else runWithNode24("scripts/start/run.ts");
