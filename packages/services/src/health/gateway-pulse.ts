import type { Database, Transaction } from "@crosspoint/db";
import { type GatewayPulse, readGatewayPulse } from "@crosspoint/db/queries/read-gateway-pulse";
import { touchGatewayPulse } from "@crosspoint/db/queries/touch-gateway-pulse";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import type { AgentBuild } from "./agent-builds.ts";

/** How often a running gateway says so. */
export const gatewayPulseEveryMs = 10_000;
/** Two missed, and some time for the third. */
const awayAfterMs = 30_000;
/** An agent that could not reach the server tries again within a minute; with what its first report takes. */
const agentsReturnWithinMs = 75_000;

/** Whether hosts can report: only then is a host's silence its own. */
export type Reachability =
  | { readonly kind: "reachable" }
  /** A gateway is back, and agents come back to it. */
  | { readonly kind: "returning" }
  /** No gateway runs. `since` is absent where none ever has. */
  | { readonly kind: "away"; readonly since: Date | undefined };

/** Notes that a gateway runs, with what hosts can install from it; each of them calls it every {@link gatewayPulseEveryMs}. */
export async function touchGateway(
  context: Pick<ServiceContext, "db" | "actor">,
  agentBuilds: readonly AgentBuild[] = [],
): Promise<void> {
  requireRight(context, "system.maintain");
  await touchGatewayPulse(context.db, awayAfterMs, JSON.stringify(agentBuilds));
}

export async function reachability({ db, now }: { db: Database | Transaction; now: Date }): Promise<Reachability> {
  const pulse = await readGatewayPulse(db);
  if (pulse === undefined) return { kind: "away", since: undefined };
  if (pulse.silentMs > awayAfterMs) return { kind: "away", since: before(now, pulse.silentMs) };
  return { kind: isReturning(pulse) ? "returning" : "reachable" };
}

/**
 * The time by which it is judged whether a host reports: now; and while no gateway runs, or agents are not back with one yet, when
 * one ran last. No host can be heard in between, and none is to blame for it.
 */
export async function hearableUntil(db: Database | Transaction, now: Date): Promise<Date> {
  const pulse = await readGatewayPulse(db);
  if (pulse === undefined) return now;
  if (pulse.silentMs > awayAfterMs) return before(now, pulse.silentMs);
  return isReturning(pulse) && pulse.pausedMs !== null ? before(now, pulse.pausedMs) : now;
}

function isReturning({ resumedMs }: GatewayPulse): boolean {
  return resumedMs !== null && resumedMs < agentsReturnWithinMs;
}

function before(now: Date, ms: number): Date {
  return new Date(now.getTime() - ms);
}

/** Said once in the worker's log while it is so. */
export async function gatewayWarning(context: ServiceContext): Promise<string | undefined> {
  const { kind } = await reachability(context);
  return kind === "away" ? "no host can report: the gateway is not running" : undefined;
}

/** What would be refused because a host is silent waits while that is not the host's fault. */
export async function areHostsAway(context: ServiceContext): Promise<boolean> {
  return (await reachability(context)).kind !== "reachable";
}
