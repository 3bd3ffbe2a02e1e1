/** Hosts of one gateway, several times over; some 10 MiB. */
const keysMost = 50_000;

/**
 * Whose the keys are that were found good here, by their hashes. It opens nothing: every key is looked up each time. It tells only who
 * asks before that, so that those who never had a key wait among themselves.
 */
export class KnownKeys {
  readonly #most: number;
  /** In the order of their last use. */
  readonly #hostIds = new Map<string, string>();

  constructor(most = keysMost) {
    this.#most = most;
  }

  hostOf(hash: string): string | undefined {
    return this.#hostIds.get(hash);
  }

  /** It was found good just now. */
  note(hash: string, hostId: string): void {
    this.#hostIds.delete(hash);
    this.#hostIds.set(hash, hostId);
    if (this.#hostIds.size <= this.#most) return;
    const [oldest] = this.#hostIds.keys();
    if (oldest !== undefined) this.#hostIds.delete(oldest);
  }

  /** It was refused. */
  forget(hash: string): void {
    this.#hostIds.delete(hash);
  }
}
