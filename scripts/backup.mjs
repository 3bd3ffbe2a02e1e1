import { runWithNode24 } from "./bootstrap.mjs";

runWithNode24("scripts/backup/backup.cli.ts");
