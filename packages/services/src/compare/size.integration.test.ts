import { monitorEventLoopDelay } from "node:perf_hooks";
import { gzipSync } from "node:zlib";
import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { simulator } from "@crosspoint/domain/analysis/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addDrive, addHost, contextOf } from "../testing/fleet.ts";
import { differencesInput, getDifferences } from "./differences.ts";
import { getComparison } from "./get.ts";
import { comparisonSelection } from "./rules/selection.ts";
import { addRun } from "./testing.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

/** A sweep over 8 sizes and 8 depths. */
async function addLargeRun(secondsOf?: (mean: number) => number[]): Promise<string> {
  const drive = await addDrive(test.db, (await addHost(test.db)).id);
  const points = Array.from({ length: 64 }, (_, at) => {
    const mean = 10_000 + 1_000 * at;
    const spec = {
      blockBytes: 512 * 2 ** Math.floor(at / 8),
      depth: { kind: "perThread", queueDepth: 2 ** (at % 8), threads: 1 },
    } as const;
    const seconds = secondsOf === undefined ? {} : { seconds: secondsOf(mean) };
    return { spec, iops: mean * 1.000_123, operations: BigInt(60 * mean), ...seconds };
  });
  return addRun(test.db, { drive, points });
}

/** Twelve runs of a minute a point; one has its seconds simulated, and the others a copy, whose figures nobody looks at. */
async function addLargeRuns(): Promise<string[]> {
  const { run } = simulator(3);
  const first = await addLargeRun((mean) => run({ seconds: 60, mean, spread: 0.03, correlation: 0.3 }));
  const others: string[] = [];
  for (let at = 0; at < 11; at += 1) others.push(await addLargeRun());
  await test.db.$executeRaw`
    INSERT INTO point_second (run_id, point_sequence, ramp, second, attempt, direction, time, elapsed_ns, operations, bytes, latency_ns_mean, histogram)
    SELECT other, point_sequence, ramp, second, attempt, direction, time, elapsed_ns, operations + second % 7, bytes, latency_ns_mean, histogram
    FROM point_second, unnest(${others}::uuid[]) AS other
    WHERE run_id = ${first}::uuid`;
  return [first, ...others];
}

it("sends 12 series of 64 points in at most 1 MB, and their differences in seconds of CPU time, in short turns", async () => {
  const runs = await addLargeRuns();
  const series = runs.map((id) => `run:${id}`);
  const context = contextOf(test.db, "viewer");

  const startMs = performance.now();
  const comparison = await getComparison(context, comparisonSelection.parse({ series }));
  const comparedMs = performance.now() - startMs;
  expect([comparison.points.length, comparison.cells.length]).toEqual([64, 768]);
  const bytes = Buffer.byteLength(JSON.stringify(comparison));

  const cpuBefore = process.cpuUsage();
  const turns = monitorEventLoopDelay({ resolution: 10 });
  turns.enable();
  const input = differencesInput.parse({ series, baseline: series[0], metric: "iops" });
  const differences = await getDifferences(context, input);
  const used = process.cpuUsage(cpuBefore);
  const cpuMs = (used.user + used.system) / 1000;
  turns.disable();
  const longestTurnMs = turns.max / 1e6;
  const differenceBytes = Buffer.byteLength(JSON.stringify(differences));
  expect(differences.cells).toHaveLength(11 * 64);

  const zipped = gzipSync(JSON.stringify([comparison, differences])).byteLength;
  console.log(
    `12 x 64: ${bytes} B in ${comparedMs.toFixed(0)} ms, differences ${differenceBytes} B in ${cpuMs.toFixed(0)} ms of CPU time (longest turn ${longestTurnMs.toFixed(0)} ms), both gzipped ${zipped} B`,
  );
  expect(bytes + differenceBytes).toBeLessThan(1_000_000);
  expect(cpuMs).toBeLessThan(10_000);
  expect(longestTurnMs).toBeLessThan(1_000);
}, 120_000);
