import type { MetHost } from "@crosspoint/db/queries/meet-hosts";

const hostsMost = 100_000;

/**
 * Of which hosts nobody but this process has taken anything since it did last. Of those alone it is worth trusting what is remembered
 * of their drives: of a host that speaks to two gateways in turn, each would find its drives changed by the other.
 */
export class KnownHosts {
  readonly #most: number;
  /** What was taken of each, as text. */
  #taken = new Map<string, string>();
  #server = "";

  constructor(most = hostsMost) {
    this.#most = most;
  }

  /** Those of hosts that are locked. After PostgreSQL was started again, or gave its place to another, none. */
  unchanged(hosts: Iterable<MetHost>): ReadonlySet<string> {
    const unchanged = new Set<string>();
    for (const { id, eventsTaken, server } of hosts) {
      if (server !== this.#server) this.#taken.clear();
      this.#server = server;
      if (this.#taken.get(id) === String(eventsTaken)) unchanged.add(id);
    }
    return unchanged;
  }

  /** The same text for the same server each time, so that many can keep it. */
  serverOf({ server }: MetHost): string {
    return server === this.#server ? this.#server : server;
  }

  /** What was taken, once that is committed: pairs of first and last. */
  note({ id, server }: MetHost, pairs: readonly bigint[]): void {
    if (server !== this.#server) return;
    if (this.#taken.size >= this.#most) this.#taken.clear();
    this.#taken.set(id, String(pairs));
  }
}
