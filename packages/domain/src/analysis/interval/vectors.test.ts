import { expect, it } from "vitest";
import { expectNear, golden, shared, type Vector } from "../testing/vectors.ts";
import { bcaInterval, bootstrapReplicates, percentileInterval, statisticOf } from "./bootstrap.ts";
import type { Interval, Statistic } from "./interval.ts";
import { ofBlocks } from "./moving-blocks.ts";
import { studentInterval } from "./student.ts";

type Input = { readonly data: number[]; readonly confidence: number } & (
  | { readonly kind: "bootstrap"; readonly resample_indices: number[][] }
  | { readonly kind: "moving_block"; readonly block_length: number; readonly block_starts: number[][] }
);

type Pair = [number, number];

interface Expected {
  readonly mean?: { estimate: number; percentile: Pair; bca?: Pair | null };
  readonly median?: { estimate: number; percentile: Pair; bca?: Pair | null };
  readonly student_t?: { interval: Pair };
}

const STATISTICS: readonly Statistic[] = ["mean", "median"];
const vectors: Vector<Input, Expected>[] = [
  ...golden<Input, Expected>("intervals"),
  ...shared<Input, Expected>("intervals"),
];

function near({ low, high }: Interval, expected: Pair) {
  expectNear(low, expected[0], 1e-6, 1e-9);
  expectNear(high, expected[1], 1e-6, 1e-9);
}

it.each(vectors)("interval, $name", ({ input, expected }) => {
  for (const statistic of STATISTICS) {
    const wanted = expected[statistic];
    if (wanted === undefined) continue;
    expectNear(statisticOf(statistic)(input.data), wanted.estimate);
    const replicates =
      input.kind === "bootstrap"
        ? bootstrapReplicates(input.data, input.resample_indices, statistic)
        : input.block_starts.map(ofBlocks(input.data, input.block_length, statistic));
    near(percentileInterval(replicates, input.confidence), wanted.percentile);
    if (wanted.bca === undefined) continue;
    const bca = bcaInterval(input.data, replicates, statistic, input.confidence);
    if (wanted.bca === null || bca === undefined) expect(bca ?? null).toBe(wanted.bca);
    else near(bca, wanted.bca);
  }
  if (expected.student_t) near(studentInterval(input.data, input.confidence), expected.student_t.interval);
});
