import type { Database } from "@crosspoint/db";
import { Gathering } from "../gathering.ts";

export interface KeyHolder {
  readonly id: string;
  readonly hostname: string;
  readonly agentKeyHash: string;
  readonly keyRevokedAt: Date | null;
}

/** Keys of one look-up, and of those that wait for the next. */
const limits = { togetherMost: 500, waitingMost: 5000 };

/**
 * Whose agents' keys are, by their hashes. Every request asks, and those that ask while the database is looking up others
 * share the next look-up. Nothing is cached: a revoked key is refused at once.
 */
export class AgentKeys {
  readonly #lookUps: Gathering<string, KeyHolder | undefined>;

  constructor(db: Database) {
    this.#lookUps = new Gathering((hashes) => findHolders(db, hashes), limits);
  }

  async holderOf(hash: string): Promise<KeyHolder | undefined> {
    return this.#lookUps.add(hash);
  }
}

async function findHolders(db: Database, hashes: readonly string[]): Promise<(KeyHolder | undefined)[]> {
  const hosts = await db.host.findMany({
    where: { agentKeyHash: { in: [...new Set(hashes)] } },
    select: { id: true, hostname: true, agentKeyHash: true, keyRevokedAt: true },
    take: hashes.length,
  });
  const byHash = new Map(hosts.map((host) => [host.agentKeyHash, host]));
  return hashes.map((hash) => byHash.get(hash));
}
