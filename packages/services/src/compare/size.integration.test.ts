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

/** A sweep over 8 sizes and 8 depths, each for a minute. */
async function addLargeRun(simulated: (mean: number) => number[]): Promise<string> {
  const drive = await addDrive(test.db, (await addHost(test.db)).id);
  const points = Array.from({ length: 64 }, (_, at) => {
    const mean = 10_000 + 1_000 * at;
    const spec = {
      blockBytes: 512 * 2 ** Math.floor(at / 8),
      depth: { kind: "perThread", queueDepth: 2 ** (at % 8), threads: 1 },
    } as const;
    return { spec, iops: mean * 1.000_123, operations: BigInt(60 * mean), seconds: simulated(mean) };
  });
  return addRun(test.db, { drive, points });
}

it("sends 12 series of 64 points in at most 1 MB, and their differences from the seconds in a few seconds", async () => {
  const { run } = simulator(3);
  const simulated = (mean: number) => run({ seconds: 60, mean, spread: 0.03, correlation: 0.3 });
  const runs: string[] = [];
  for (let at = 0; at < 12; at += 1) runs.push(await addLargeRun(simulated));
  const series = runs.map((id) => `run:${id}`);
  const context = contextOf(test.db, "viewer");

  const startMs = performance.now();
  const comparison = await getComparison(context, comparisonSelection.parse({ series }));
  const comparedMs = performance.now() - startMs;
  expect([comparison.points.length, comparison.cells.length]).toEqual([64, 768]);
  const bytes = Buffer.byteLength(JSON.stringify(comparison));

  const differencesMs = performance.now();
  const input = differencesInput.parse({ series, baseline: series[0], metric: "iops" });
  const differences = await getDifferences(context, input);
  const tookMs = performance.now() - differencesMs;
  const differenceBytes = Buffer.byteLength(JSON.stringify(differences));
  expect(differences.cells).toHaveLength(11 * 64);

  const zipped = gzipSync(JSON.stringify([comparison, differences])).byteLength;
  console.log(
    `12 x 64: ${bytes} B in ${comparedMs.toFixed(0)} ms, differences ${differenceBytes} B in ${tookMs.toFixed(0)} ms, both gzipped ${zipped} B`,
  );
  expect(bytes + differenceBytes).toBeLessThan(1_000_000);
  expect(tookMs).toBeLessThan(30_000);
}, 120_000);
