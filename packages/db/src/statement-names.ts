/** More than a gateway asks. A plan that is kept takes some 50 KiB of each session. */
const namesMost = 200;
/** Texts without a name that are counted. */
const countedMost = 1_000;

/**
 * Names for statements that come again and again: PostgreSQL keeps the plan of a statement that has a name, for as long as the
 * session lasts. Parsing and planning a statement of a report takes three times as long as running it.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #times = new Map<string, number>();
  readonly #timesUntilNamed: number;

  constructor(timesUntilNamed: number) {
    this.#timesUntilNamed = timesUntilNamed;
  }

  /** The empty text for a statement without a name: one that has come too seldom or has no parameters, or for which no name is left. */
  nameOf(sql: string, parameters: number): string {
    const name = this.#names.get(sql);
    if (name !== undefined) return name;
    if (parameters === 0 || this.#names.size >= namesMost) return "";
    const times = (this.#times.get(sql) ?? 0) + 1;
    if (times < this.#timesUntilNamed) {
      if (this.#times.size >= countedMost) this.#times.clear();
      this.#times.set(sql, times);
      return "";
    }
    this.#times.delete(sql);
    const given = `crosspoint_${this.#names.size}`;
    this.#names.set(sql, given);
    return given;
  }
}
