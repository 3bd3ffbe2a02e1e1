import type { LiveNews } from "@crosspoint/services";
import { requireRight, ServiceError } from "@crosspoint/services";
import { type LiveRun, liveInput } from "@crosspoint/services/run/follow";
import { tracked } from "@trpc/server";
import { z } from "zod";
import type { ApiContext } from "../context.ts";
import { collectBatches } from "../live/batches.ts";
import { followRun } from "../live/follow-run.ts";
import { merged } from "../live/merged.ts";
import { router, streamProcedure } from "../trpc.ts";

export type LiveChange = LiveNews;

/** What one line carries: ids of what changed, and the progress of the run that the page shows. */
export type LiveMessage =
  | { readonly kind: "changes"; readonly changes: readonly LiveChange[] }
  | { readonly kind: "run"; readonly update: LiveRun };

const followInput = z.object({
  /** The run to follow until it is over. */
  run: liveInput.pick({ runId: true }).optional(),
  /** Where a lost line goes on in that run. */
  lastEventId: liveInput.shape.cursor.catch(undefined),
  /** When the tab's page was made, by the server's clock: what changed until the line stood is told first. */
  pageMadeMs: z.number().int().nonnegative(),
});

export const liveRouter = router({
  /**
   * All that a tab is told, over one connection: a browser opens six to a host, for all tabs. The first batch of changes
   * says that the line stands; it holds what changed since the tab's page was made.
   */
  follow: streamProcedure.input(followInput).subscription(async function* ({ ctx, input }) {
    requireRight(ctx, "fleet.view");
    let id = input.lastEventId ?? startOfRun;
    const sources: AsyncIterable<LiveMessage>[] = [changes(ctx, input.pageMadeMs)];
    if (input.run) sources.push(runProgress(ctx, { runId: input.run.runId, cursor: input.lastEventId }));
    for await (const message of merged(sources)) {
      if (message.kind === "run") id = message.update.cursor ?? id;
      yield tracked(id, message);
    }
  }),
});

/** Server-sent events need an id; this one is no cursor, so that a line lost before the first second starts over. */
const startOfRun = "start";

async function* changes(ctx: ApiContext & { streamSignal: AbortSignal }, sinceMs: number): AsyncGenerator<LiveMessage> {
  for await (const batch of collectBatches(ctx.live, sinceMs, ctx.streamSignal)) {
    yield { kind: "changes", changes: batch };
  }
}

/** A run that was removed ends its half of the line, not the other. */
async function* runProgress(
  ctx: ApiContext & { streamSignal: AbortSignal },
  start: { runId: string; cursor: string | undefined },
): AsyncGenerator<LiveMessage> {
  try {
    for await (const update of followRun(ctx, start, ctx.streamSignal)) yield { kind: "run", update };
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === "notFound")) throw error;
  }
}
