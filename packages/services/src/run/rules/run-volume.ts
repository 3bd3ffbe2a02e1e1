import { z } from "zod";
import type { VolumeTarget } from "./target.ts";

const runVolume = z.object({
  uuid: z.string(),
  name: z.string(),
  level: z.string(),
  chunkBytes: z.number().optional(),
  members: z.array(
    z.object({
      driveId: z.string(),
      model: z.string(),
      serial: z.string(),
      nsid: z.number(),
      partition: z.number().optional(),
    }),
  ),
});

/** What a volume was made of when a run on it was asked for. Its drives may be gone since. */
export type RunVolume = z.infer<typeof runVolume>;

export function runVolumeOf({ uuid, name, level, chunkBytes, members }: VolumeTarget): RunVolume {
  return {
    uuid,
    name,
    level,
    chunkBytes,
    members: members.map(({ drive, nsid, partition }) => ({
      driveId: drive.id,
      model: drive.model,
      serial: drive.serial,
      nsid,
      partition,
    })),
  };
}

/** The one reader of `benchmark_run.volume`. */
export function readRunVolume(column: unknown): RunVolume | undefined {
  return runVolume.nullish().parse(column) ?? undefined;
}
