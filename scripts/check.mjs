import { runWithNode24 } from "./bootstrap.mjs";

runWithNode24("scripts/check/run.ts");
