import { readWholePoint, wholeSecondsLimit } from "@crosspoint/db/queries/whole-point";
import { type Consistency, consistencyOf, LAST_SECONDS } from "@crosspoint/domain/analysis";
import type { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import type { pointSecondsInput } from "./read-seconds.ts";
import {
  type DrawnSecond,
  drawnSeconds,
  type Ending,
  endingOf,
  type FoldedSeconds,
  foldSeconds,
  iopsBySecond,
} from "./rules/fold-seconds.ts";

export interface WholePoint extends FoldedSeconds {
  /** Of the IOPS of its seconds, reads and writes together. */
  readonly consistency: Consistency;
  /** Seconds for a scatter: all, or of each part the slowest and the fastest. */
  readonly drawn: readonly DrawnSecond[];
  /** IOPS of the last 200 seconds; null where one did not arrive. */
  readonly last: readonly (number | null)[];
  /** Its last twenty minutes. */
  readonly ending: Ending;
  /** The point is longer than what is read of it. */
  readonly truncated: boolean;
}

/** Marks of a scatter that a browser still draws at once. */
const marksMax = 2000;

/** All of a long point at once: folded into bins, and how even its seconds are. */
export async function readWhole(
  context: ServiceContext,
  { runId, sequence }: z.infer<typeof pointSecondsInput>,
): Promise<WholePoint> {
  requireRight(context, "benchmark.view");
  const seconds = await readWholePoint(context.db, runId, sequence);
  const rates = iopsBySecond(seconds);
  return {
    ...foldSeconds(seconds),
    consistency: consistencyOf(rates),
    drawn: drawnSeconds(rates, marksMax),
    last: rates.slice(-LAST_SECONDS),
    ending: endingOf(seconds),
    truncated: seconds.length === wholeSecondsLimit,
  };
}
