/** `npm run check -- cycles [folder]`: the import cycles there are, or those that touch one folder. */
import { readImports } from "../imports/read.ts";
import { type Cycle, fileCycles, folderCycles } from "./cycles/find.ts";
import { describeCycle } from "./cycles/report.ts";

export async function findCycles(folder = ""): Promise<Cycle[]> {
  const imports = await readImports();
  const touches = ({ steps }: Cycle) => steps.flat().some(({ from }) => from.startsWith(folder));
  return [...fileCycles(imports), ...folderCycles(imports)].filter(touches);
}

/** Prints them; true if there are none. */
export async function reportCycles(folder?: string): Promise<boolean> {
  const cycles = await findCycles(folder);
  for (const cycle of cycles) console.log(`${describeCycle(cycle)}\n`);
  console.log(cycles.length === 0 ? "No import cycles." : `${cycles.length} import cycles.`);
  return cycles.length === 0;
}
