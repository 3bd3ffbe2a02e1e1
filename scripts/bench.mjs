import { runWithNode24 } from "./bootstrap.mjs";

runWithNode24("scripts/bench/run.ts");
