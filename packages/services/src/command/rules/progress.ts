import { z } from "zod";

const progress = z.object({
  phase: z.string(),
  percent: z.number().optional(),
  /** By the agent's clock. */
  timeMs: z.number(),
  /** By the agent's own count, which decides what is newer. */
  sequence: z.number().optional(),
});

/** What `command.progress` holds. */
export type CommandProgress = z.infer<typeof progress>;

/** The one reader of that column; undefined where no word of it came yet. */
export function readProgress(column: unknown): CommandProgress | undefined {
  return progress.nullish().parse(column) ?? undefined;
}
