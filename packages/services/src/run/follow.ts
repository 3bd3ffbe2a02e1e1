import { type PointSecondRow, readSecondsAfter, type SecondsCursor } from "@crosspoint/db/queries/point-seconds";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { requireRight } from "../rights.ts";
import { headOf, type PointProgress, progressOf, type RunHead, runHeadInclude } from "./rules/view.ts";

const cursorPattern = /^(\d{1,4}):(ramp|measure):(\d{1,7})$/;

export const liveInput = z.object({
  runId: z.uuid(),
  /** Where the reader stands, from an earlier answer; nothing for the beginning. */
  cursor: z.string().regex(cursorPattern).optional(),
});

/** Most seconds of one answer; the reader comes back with the new cursor for more. */
const secondsLimit = 600;

export interface LiveRun {
  readonly head: RunHead;
  readonly points: readonly PointProgress[];
  readonly seconds: readonly PointSecondRow[];
  /** Hand it back to go on after these seconds; absent while there are none. */
  readonly cursor: string | undefined;
  /** More seconds than fit are waiting. */
  readonly more: boolean;
}

/** The run's state, and the seconds after the cursor. An agent delivers in order, so a cursor passes nothing by. */
export async function readLive(context: ServiceContext, input: z.infer<typeof liveInput>): Promise<LiveRun> {
  requireRight(context, "benchmark.view");
  const run = await context.db.benchmarkRun.findUnique({
    where: { id: input.runId },
    include: { ...runHeadInclude, points: { orderBy: { index: "asc" } } },
  });
  if (run === null) throw new ServiceError("notFound", `There is no run ${input.runId}.`);
  const seconds = await readSecondsAfter(context.db, run.id, parseCursor(input.cursor), secondsLimit);
  const distinct = new Set(seconds.map(cursorOf));
  return {
    head: headOf(run, context.now),
    points: run.points.map(progressOf),
    seconds,
    cursor: [...distinct].at(-1) ?? input.cursor,
    more: distinct.size === secondsLimit,
  };
}

function parseCursor(cursor: string | undefined): SecondsCursor | undefined {
  const match = cursorPattern.exec(cursor ?? "");
  if (match === null) return undefined;
  return { pointIndex: Number(match[1]), phase: match[2] === "ramp" ? "ramp" : "measure", second: Number(match[3]) };
}

function cursorOf({ pointIndex, phase, second }: PointSecondRow): string {
  return `${pointIndex}:${phase}:${second}`;
}
