import type { LiveEvent } from "@crosspoint/services";
import { requireRight } from "@crosspoint/services";
import { collectBatches } from "../live-batches.ts";
import { procedure, router } from "../trpc.ts";

export type LiveChange = LiveEvent | { topic: "resync" };

export const liveRouter = router({
  /** Ids of what changed, in batches. The first batch is empty and says that the line stands. */
  changes: procedure.subscription(async function* ({ ctx, signal }): AsyncGenerator<LiveChange[]> {
    requireRight(ctx, "fleet.view");
    yield [];
    yield* collectBatches(ctx.live, signal ?? new AbortController().signal);
  }),
});
