import type { Database } from "@crosspoint/db";
import { storeRun } from "../stack/stored-runs.ts";

interface StoredSweep {
  readonly driveId: string;
  readonly hostId: string;
  /** Times the figures of the first. */
  readonly factor: number;
  /** When it was asked for, by which runs of one drive are told apart. */
  readonly minute: number;
  readonly durationSeconds?: number;
  readonly depths?: readonly number[];
  readonly blockBytes?: readonly number[];
}

/** A run of random reads over depths (and sizes): what each depth would bring a drive that saturates. */
export async function storeSweep(db: Database, sweep: StoredSweep): Promise<string> {
  const { driveId, hostId, factor, minute, durationSeconds = 60, depths = [1, 2, 4, 8], blockBytes = [4096] } = sweep;
  const points = blockBytes.flatMap((size) =>
    depths.map((queueDepth) => {
      const iops = Math.round((factor * 600_000 * queueDepth * 110_000) / (600_000 + queueDepth * 110_000));
      return {
        spec: {
          blockBytes: size,
          depth: { kind: "perThread" as const, queueDepth, threads: 1 },
          ending: { kind: "duration" as const, durationSeconds },
        },
        measured: [{ direction: "read" as const, iops, latencyNs: Math.round((queueDepth / iops) * 1e9) }],
      };
    }),
  );
  const requestedAt = new Date(Date.UTC(2026, 10, 21, 8, minute));
  return await storeRun(db, { driveId, hostId, state: "complete", requestedAt, points });
}
