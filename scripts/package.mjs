import { runWithNode24 } from "./bootstrap.mjs";

runWithNode24("scripts/package/run.ts");
