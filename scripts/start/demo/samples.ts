import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { ensureTimePartitions } from "@crosspoint/db/queries/time-partitions";
import type { ServiceContext } from "@crosspoint/services";
import { linesLimit, loadSamples } from "@crosspoint/services/simulation/load-samples";
import { StartError } from "../../steps/remedy.ts";

const dayMs = 86_400_000;
/** Transactions under way: one for each processor of a small machine. */
const atOnce = 2;
/**
 * Days of lines, one a drive, in one transaction, which must end in time on a slow machine with other work too: twenty lines of half a year once
 * took more than 20 s. Fewer of them take longer in all: each plans its statements over the partitions of all days.
 */
const daysAtOnce = 1350;

interface Samples {
  readonly program: string;
  readonly file: string;
  readonly days: number;
  readonly show: (line: string) => void;
}

/** Stores the samples of the fleet's past, some drives at a time, with the hours and days that they come to. */
export async function storeSamples(context: ServiceContext, samples: Samples): Promise<number> {
  const { program, file, show } = samples;
  await makePartitions(context, samples.days);
  const child = spawn(program, ["samples", "--fleet", file], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "close");
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let stored = 0;
  const linesAtOnce = Math.min(linesLimit, Math.max(1, Math.floor(daysAtOnce / samples.days)));
  const next = () => take(lines, linesAtOnce);
  const storer = async () => {
    for (let taken = await next(); taken.length > 0; taken = await next()) {
      stored += await loadSamples(context, taken);
      show(`${stored} samples`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, storer)).finally(() => child.kill());
  const [code] = await ended;
  if (code !== 0) throw new StartError("fleetsim samples failed.", "Remove .data/demo and start the demo again.");
  return stored;
}

async function makePartitions({ db, now }: ServiceContext, days: number): Promise<void> {
  const since = new Date(now.getTime() - (days + 1) * dayMs);
  for (const table of ["smart_sample", "smart_hour", "smart_day"] as const) {
    await ensureTimePartitions(db, table, since, now);
  }
}

/** The next lines, parsed; none at the end. */
async function take(lines: AsyncIterator<string>, most: number): Promise<unknown[]> {
  const taken: unknown[] = [];
  while (taken.length < most) {
    const line = await lines.next();
    if (line.done) break;
    taken.push(JSON.parse(line.value));
  }
  return taken;
}
