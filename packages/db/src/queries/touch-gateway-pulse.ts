import type { Database } from "../client.ts";

/** Notes that a gateway runs now with these builds of the agent, and where none had for longer than `gapMs`, that one is back and when the last had run. */
export async function touchGatewayPulse(db: Database, gapMs: number, agentBuilds: string): Promise<void> {
  await db.$executeRaw`
    INSERT INTO gateway_pulse AS pulse (id, last_at, agent_builds) VALUES (1, clock_timestamp(), ${agentBuilds}::jsonb)
    ON CONFLICT (id) DO UPDATE SET
      last_at = excluded.last_at,
      agent_builds = excluded.agent_builds,
      resumed_at = CASE WHEN excluded.last_at - pulse.last_at > ${gapMs}::int * interval '1 millisecond' THEN excluded.last_at ELSE pulse.resumed_at END,
      paused_at = CASE WHEN excluded.last_at - pulse.last_at > ${gapMs}::int * interval '1 millisecond' THEN pulse.last_at ELSE pulse.paused_at END`;
}
