import { touchGatewayPulse } from "@crosspoint/db/queries/touch-gateway-pulse";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";

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

/** Notes that a gateway runs; each of them calls it every {@link gatewayPulseEveryMs}. */
export async function touchGateway(context: ServiceContext): Promise<void> {
  requireRight(context, "system.maintain");
  await touchGatewayPulse(context.db, context.now, awayAfterMs);
}

export async function reachability({ db, now }: Pick<ServiceContext, "db" | "now">): Promise<Reachability> {
  const pulse = await db.gatewayPulse.findUnique({ where: { id: 1 } });
  if (pulse === null) return { kind: "away", since: undefined };
  const { lastAt, resumedAt } = pulse;
  if (now.getTime() - lastAt.getTime() > awayAfterMs) return { kind: "away", since: lastAt };
  const isBack = resumedAt === null || now.getTime() - resumedAt.getTime() >= agentsReturnWithinMs;
  return { kind: isBack ? "reachable" : "returning" };
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
