import { z } from "zod";

/** The one channel of PostgreSQL's LISTEN/NOTIFY that carries them all. */
export const liveChannel = "crosspoint_live";

/**
 * What changed. An event carries no data but ids: whoever listens reads what it may see, through a verb that checks
 * the right. It is sent inside the transaction, so it arrives only after the change can be read.
 */
export const liveEvent = z.discriminatedUnion("topic", [
  z.object({ topic: z.literal("host"), hostId: z.string() }),
  z.object({ topic: z.literal("drive"), driveId: z.string() }),
  z.object({ topic: z.literal("run"), runId: z.string() }),
  /** A command waits for this host's long poll. */
  z.object({ topic: z.literal("command"), hostId: z.string() }),
]);
export type LiveEvent = z.infer<typeof liveEvent>;
