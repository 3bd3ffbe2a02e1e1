import type { SqlRunner } from "../plain.ts";
import { addMarks } from "./rollup-marks.ts";

const hourMs = 3_600_000;

/** Marks the hours of samples for the rollup, in the transaction that adds them. */
export async function markSampledHours(
  tx: SqlRunner,
  samples: readonly { readonly driveId: string; readonly time: Date }[],
): Promise<void> {
  const hours = new Map(
    samples.map(({ driveId, time }) => {
      const hour = Math.floor(time.getTime() / hourMs) * hourMs;
      return [`${hour} ${driveId}`, { driveId, time: new Date(hour) }] as const;
    }),
  );
  await addMarks(tx, "smart_hour_mark", [...hours.values()]);
}
