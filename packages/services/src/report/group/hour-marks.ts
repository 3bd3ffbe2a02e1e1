import type { SqlRunner } from "@crosspoint/db";
import { markSampledHours } from "@crosspoint/db/queries/mark-sampled-hours";
import type { GroupDrive } from "./group-drives.ts";
import type { KnownDrive } from "./known-drives.ts";
import type { WaitingSample } from "./waiting-sample.ts";

const hourMs = 3_600_000;

/**
 * Marks the hours of samples for the rollup. The mark of an hour that is not over stays until some minutes after it is, much longer than
 * a transaction may take: it needs no lock, and is written once. Returns such marks, to be remembered once they are
 * committed. All others are locked, each time.
 */
export async function markHours(
  tx: SqlRunner,
  fresh: readonly { readonly groupDrive: GroupDrive; readonly log: WaitingSample }[],
  nowMs: number,
): Promise<ReadonlyMap<KnownDrive, number>> {
  const running = Math.floor(nowMs / hourMs) * hourMs;
  const marked = new Map<KnownDrive, number>();
  const others = [];
  for (const {
    groupDrive: { known },
    log: { timeMs },
  } of fresh) {
    const hour = Math.floor(timeMs / hourMs) * hourMs;
    if (hour !== running) others.push({ driveId: known.id, timeMs });
    else if (known.markedHourMs !== hour && !marked.has(known)) {
      marked.set(known, hour);
      others.push({ driveId: known.id, timeMs });
    }
  }
  await markSampledHours(tx, others);
  return marked;
}
