import { existsSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "../steps/remedy.ts";

/** A database that was never started is nothing to back up: most likely the wrong folder. */
export function requireCluster(dataDir: string): void {
  if (existsSync(join(dataDir, "cluster", "PG_VERSION"))) return;
  throw new StartError(
    `There is no database in ${dataDir}.`,
    "Give the folder that `npm start` uses: CROSSPOINT_DATA_DIR=/path npm run backup -- FILE",
  );
}
