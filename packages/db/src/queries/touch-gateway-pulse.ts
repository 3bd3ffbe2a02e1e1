import type { Database } from "../client.ts";

/** Notes that a gateway runs now, and where none had for longer than `gapMs`, that one is back. */
export async function touchGatewayPulse(db: Database, now: Date, gapMs: number): Promise<void> {
  await db.$executeRaw`
    INSERT INTO gateway_pulse (id, last_at) VALUES (1, ${now.toISOString()}::timestamptz)
    ON CONFLICT (id) DO UPDATE SET
      last_at = excluded.last_at,
      resumed_at = CASE
        WHEN excluded.last_at - gateway_pulse.last_at > ${gapMs}::int * interval '1 millisecond' THEN excluded.last_at
        ELSE gateway_pulse.resumed_at
      END`;
}
