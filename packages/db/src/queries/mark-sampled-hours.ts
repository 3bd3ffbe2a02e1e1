import type { SqlRunner } from "../plain.ts";
import { addMarks } from "./rollup-marks.ts";

const hourMs = 3_600_000;

/** Marks the hours of samples, or of what logs said, for the rollup and for the judgement that follows it, in the transaction that adds them. */
export async function markSampledHours(
  tx: SqlRunner,
  samples: readonly { readonly driveId: string; readonly timeMs: number }[],
): Promise<void> {
  const hours = new Map(
    samples.map(({ driveId, timeMs }) => {
      const hour = Math.floor(timeMs / hourMs) * hourMs;
      return [`${hour} ${driveId}`, { driveId, time: new Date(hour) }] as const;
    }),
  );
  await addMarks(tx, "smart_hour_mark", [...hours.values()]);
}
