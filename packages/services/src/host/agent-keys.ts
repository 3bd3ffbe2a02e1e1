import type { SqlRunner } from "@crosspoint/db";
import { findKeyHolders, type KeyHolder } from "@crosspoint/db/queries/find-key-holders";
import { Gathering } from "../gathering.ts";

/** Keys of one look-up, and of those that wait for the next. */
const limits = { togetherMost: 500, waitingMost: 5000 };

/**
 * Whose agents' keys are, by their hashes. Every request asks, and those that ask while the database is looking up others
 * share the next look-up. Nothing is cached: a revoked key is refused at once.
 */
export class AgentKeys {
  readonly #lookUps: Gathering<string, KeyHolder | undefined>;

  constructor(db: SqlRunner) {
    this.#lookUps = new Gathering((hashes) => findHolders(db, hashes), limits);
  }

  async holderOf(hash: string): Promise<KeyHolder | undefined> {
    return this.#lookUps.add(hash);
  }
}

async function findHolders(db: SqlRunner, hashes: readonly string[]): Promise<(KeyHolder | undefined)[]> {
  const hosts = await findKeyHolders(db, [...new Set(hashes)]);
  const byHash = new Map(hosts.map((host) => [host.agentKeyHash, host]));
  return hashes.map((hash) => byHash.get(hash));
}
