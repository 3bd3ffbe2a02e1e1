import { runWithNode24 } from "./bootstrap.mjs";

runWithNode24("scripts/test/run.ts");
