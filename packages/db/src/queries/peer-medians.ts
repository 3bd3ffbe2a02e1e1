import type { Transaction } from "../client.ts";

/** What drives of a model have of something in the median, and how many tell it. */
export interface PeerMedian {
  readonly model: string;
  /** Empty where firmware makes no difference. */
  readonly firmware: string;
  readonly median: number;
  readonly drives: number;
}

/** Most models and versions of firmware that a fleet is compared by. */
const mediansLimit = 10_000;

/** Write amplification over 7 days, by model and firmware; of those of which enough drives tell one. */
export async function readAmplificationMedians(tx: Transaction, drivesMin: number): Promise<PeerMedian[]> {
  return tx.$queryRaw<PeerMedian[]>`
    SELECT state.model, state.firmware, count(*)::int AS drives,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY wear.write_amplification_7) AS median
    FROM drive_wear AS wear JOIN drive_state AS state ON state.drive_id = wear.drive_id
    WHERE wear.write_amplification_7 IS NOT NULL
    GROUP BY state.model, state.firmware HAVING count(*) >= ${drivesMin} LIMIT ${mediansLimit}`;
}

/** Energy of capacitors, by model. */
export async function readCapacitorMedians(tx: Transaction, drivesMin: number): Promise<PeerMedian[]> {
  return tx.$queryRaw<PeerMedian[]>`
    SELECT state.model, '' AS firmware, count(*)::int AS drives,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY logs.capacitor_percent) AS median
    FROM drive_logs AS logs JOIN drive_state AS state ON state.drive_id = logs.drive_id
    WHERE logs.capacitor_percent IS NOT NULL
    GROUP BY state.model HAVING count(*) >= ${drivesMin} LIMIT ${mediansLimit}`;
}
