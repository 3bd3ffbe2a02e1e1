import { runWithNode24 } from "./bootstrap.mjs";

runWithNode24("scripts/start/run.ts");
