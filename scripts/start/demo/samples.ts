import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { ensureSmartSamplePartitions } from "@crosspoint/db/queries/smart-sample-partitions";
import type { ServiceContext } from "@crosspoint/services";
import { loadSamples } from "@crosspoint/services/simulation/load-samples";
import { StartError } from "../../steps/remedy.ts";

const dayMs = 86_400_000;
/** Longer ago than the history. */
const daysBack = 91;
/** Statements under way: one for each processor of a small machine. */
const atOnce = 2;

interface Samples {
  readonly program: string;
  readonly file: string;
  readonly show: (line: string) => void;
}

/** Stores the samples of the fleet's past, a drive at a time. */
export async function storeSamples(context: ServiceContext, { program, file, show }: Samples): Promise<number> {
  await ensureSmartSamplePartitions(context.db, new Date(context.now.getTime() - daysBack * dayMs), context.now);
  const child = spawn(program, ["samples", "--fleet", file], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "close");
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let stored = 0;
  const storer = async () => {
    for (let line = await lines.next(); !line.done; line = await lines.next()) {
      stored += await loadSamples(context, JSON.parse(line.value));
      show(`${stored} samples`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, storer)).finally(() => child.kill());
  const [code] = await ended;
  if (code !== 0) throw new StartError("fleetsim samples failed.", "Remove .data/demo and start the demo again.");
  return stored;
}
