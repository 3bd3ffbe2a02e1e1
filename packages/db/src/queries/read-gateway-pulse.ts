import type { Database, Transaction } from "../client.ts";

/** How long ago, by the clock of the database, which also set the times. */
export interface GatewayPulse {
  /** A gateway ran last. */
  readonly silentMs: number;
  /** One was back after none had run. */
  readonly resumedMs: number | null;
  /** One had run last before that. */
  readonly pausedMs: number | null;
}

/** Undefined where no gateway has ever run. */
export async function readGatewayPulse(db: Database | Transaction): Promise<GatewayPulse | undefined> {
  const [pulse] = await db.$queryRaw<GatewayPulse[]>`
    SELECT (extract(epoch FROM clock_timestamp() - last_at) * 1000)::float8 AS "silentMs",
      (extract(epoch FROM clock_timestamp() - resumed_at) * 1000)::float8 AS "resumedMs",
      (extract(epoch FROM clock_timestamp() - paused_at) * 1000)::float8 AS "pausedMs"
    FROM gateway_pulse WHERE id = 1`;
  return pulse;
}
