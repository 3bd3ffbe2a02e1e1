import { z } from "zod";

/** The one channel of PostgreSQL's LISTEN/NOTIFY that carries them all. */
export const liveChannel = "crosspoint_live";

/**
 * What changed its state: a verdict, a host's silence or return, a command, a run's progress. Samples and the seconds of a
 * run are not announced; whoever shows them reads them at a rhythm of their own. An event carries no data but ids: whoever
 * listens reads what it may see, through a verb that checks the right. It is sent inside the transaction, so it arrives
 * only after the change can be read.
 */
export const liveEvent = z.discriminatedUnion("topic", [
  z.object({ topic: z.literal("host"), hostId: z.string() }),
  z.object({ topic: z.literal("drive"), driveId: z.string() }),
  /** More drives than are worth naming. */
  z.object({ topic: z.literal("drives") }),
  z.object({ topic: z.literal("run"), runId: z.string() }),
  /** What waits on this host: which runs, or in which order. */
  z.object({ topic: z.literal("queue"), hostId: z.string() }),
  z.object({ topic: z.literal("batch"), batchId: z.string() }),
  /** A schedule was made, changed, fired or missed. */
  z.object({ topic: z.literal("schedule"), scheduleId: z.string() }),
  /** Which groups there are, or who belongs to them. */
  z.object({ topic: z.literal("groups") }),
  /** Which maintenance windows there are, or when one opens next. */
  z.object({ topic: z.literal("maintenance") }),
  /** Which saved plans there are. */
  z.object({ topic: z.literal("plans") }),
  /** A command waits for this host's long poll. */
  z.object({ topic: z.literal("command"), hostId: z.string() }),
]);
export type LiveEvent = z.infer<typeof liveEvent>;
