import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "../../steps/remedy.ts";

/** Not `demo`: so the demo's own folder is called, in that of a fleet. */
const markName = "simulated-fleet";

/**
 * A data folder is of the demo or of a real fleet, and stays so: simulated hosts do not belong among real ones. The demo marks
 * its folder before it puts anything there.
 */
export function requireFolderOf(demo: boolean, dataDir: string): void {
  const mark = join(dataDir, markName);
  const isMarked = existsSync(mark);
  if (!demo && isMarked) {
    throw new StartError(
      `${dataDir} holds the simulated fleet of the demo.`,
      "Show it with --demo, or give your fleet a data folder of its own: CROSSPOINT_DATA_DIR=/path npm start",
    );
  }
  if (!demo || isMarked) return;
  if (existsSync(join(dataDir, "cluster"))) {
    throw new StartError(
      `${dataDir} holds a database that is not the demo's.`,
      "Unset CROSSPOINT_DATA_DIR, or name a new folder for the demo.",
    );
  }
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(mark, "The simulated fleet of `npm start -- --demo`.\n");
}
