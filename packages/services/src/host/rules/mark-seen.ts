import type { Database, Transaction } from "@crosspoint/db";
import { ServiceError } from "../../errors.ts";

export interface SeenHost {
  readonly id: string;
  readonly inventoryAt: Date | null;
  readonly environmentAt: Date | null;
  /** Which of its events were taken, by its count (`TakenCounts`). */
  readonly eventsTaken: bigint[];
  readonly simulated: boolean;
}

export interface Sight {
  readonly hostId: string;
  readonly now: Date;
  /** The agent's own clock, where it told. */
  readonly agentTimeMs?: number;
}

/**
 * Notes that a host was heard of, and how far its clock is from ours. In a transaction this also locks the host, so
 * that its reports are applied one after the other.
 */
export async function markSeen(db: Database | Transaction, { hostId, now, agentTimeMs }: Sight): Promise<SeenHost> {
  const skew = agentTimeMs === undefined ? {} : { clockSkewMs: BigInt(agentTimeMs - now.getTime()) };
  const [host] = await db.host.updateManyAndReturn({
    where: { id: hostId, keyRevokedAt: null },
    data: { lastSeenAt: now, ...skew },
    select: { id: true, inventoryAt: true, environmentAt: true, eventsTaken: true, simulated: true },
  });
  if (host === undefined) throw hostIsGone();
  return host;
}

/** Of a host whose agent's key was good a moment before. */
export function hostIsGone(): ServiceError {
  return new ServiceError("unauthenticated", "The host was removed, or its key revoked, in this moment.", {
    remedy: "Enrol the host again.",
  });
}
