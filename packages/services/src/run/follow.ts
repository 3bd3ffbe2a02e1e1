import { type PointSecondRow, readSecondsAfter, type SecondsCursor } from "@crosspoint/db/queries/point-seconds";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { hearableUntil } from "../health/gateway-pulse.ts";
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
  /** Those heard of that can have changed since the cursor. */
  readonly points: readonly PointProgress[];
  readonly seconds: readonly PointSecondRow[];
  /** Hand it back to go on after these seconds; absent while there are none. */
  readonly cursor: string | undefined;
  /** More seconds than fit are waiting. */
  readonly more: boolean;
}

/**
 * The run's state, the seconds after the cursor, and the points that can have changed since: an agent delivers in order,
 * so these are the cursor's own and those behind it. The seconds are read before the points, so that a point is never
 * passed by before its end was told.
 */
export async function readLive(context: ServiceContext, input: z.infer<typeof liveInput>): Promise<LiveRun> {
  requireRight(context, "benchmark.view");
  const after = parseCursor(input.cursor);
  const seconds = await readSecondsAfter(context.db, input.runId, after, secondsLimit);
  const run = await context.db.benchmarkRun.findUnique({
    where: { id: input.runId },
    include: {
      ...runHeadInclude,
      points: { where: { sequence: { gte: after?.pointSequence ?? 0 } }, orderBy: { sequence: "asc" } },
    },
  });
  if (run === null) throw new ServiceError("notFound", `There is no run ${input.runId}.`);
  const distinct = new Set(seconds.map(cursorOf));
  return {
    head: headOf(run, await hearableUntil(context.db, context.now)),
    points: run.points.map(progressOf),
    seconds,
    cursor: [...distinct].at(-1) ?? input.cursor,
    more: distinct.size === secondsLimit,
  };
}

function parseCursor(cursor: string | undefined): SecondsCursor | undefined {
  const match = cursorPattern.exec(cursor ?? "");
  if (match === null) return undefined;
  return { pointSequence: Number(match[1]), phase: match[2] === "ramp" ? "ramp" : "measure", second: Number(match[3]) };
}

function cursorOf({ pointSequence, phase, second }: PointSecondRow): string {
  return `${pointSequence}:${phase}:${second}`;
}
