import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { PlainDatabase } from "@crosspoint/db";
import { ensureTimePartitions } from "@crosspoint/db/queries/time-partitions";
import type { ServiceContext } from "@crosspoint/services";
import { loadSamples } from "@crosspoint/services/simulation/load-samples";
import { samplesKeptFrom } from "@crosspoint/services/telemetry/rules/retention";
import { StartError } from "../../steps/remedy.ts";
import { makeItAgain } from "./fleetsim.ts";

const dayMs = 86_400_000;
/** Transactions under way: while PostgreSQL stores one, another is made ready. */
const atOnce = 2;
/** Drives of one transaction. */
const linesAtOnce = 40;

interface Samples {
  readonly plain: PlainDatabase;
  readonly program: string;
  readonly file: string;
  readonly days: number;
  readonly show: (line: string) => void;
}

/** Stores the samples of the fleet's past, some drives at a time, with the hours and days that they come to. */
export async function storeSamples(context: ServiceContext, samples: Samples): Promise<number> {
  const { plain, program, file, show } = samples;
  await makePartitions(context, samples.days);
  const child = spawn(program, ["samples", "--fleet", file], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "close");
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let stored = 0;
  const next = () => take(lines, linesAtOnce);
  const storer = async () => {
    for (let taken = await next(); taken.length > 0; taken = await next()) {
      stored += await loadSamples(context, plain, taken).catch(notStored);
      show(`${stored} samples`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, storer)).finally(() => child.kill());
  const [code] = await ended;
  if (code !== 0) throw new StartError("fleetsim samples failed.", makeItAgain);
  return stored;
}

async function makePartitions({ db, now }: ServiceContext, days: number): Promise<void> {
  const since = new Date(now.getTime() - (days + 1) * dayMs);
  const keptFrom = await samplesKeptFrom(db, now);
  await ensureTimePartitions(db, "smart_sample", keptFrom > since ? keptFrom : since, now);
  await ensureTimePartitions(db, "smart_hour", since, now);
  await ensureTimePartitions(db, "smart_day", since, now);
}

function notStored(error: unknown): never {
  throw new StartError(`The samples of the simulated fleet could not be stored: ${String(error)}`, makeItAgain);
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
