/** More than a gateway asks. A plan that is kept takes some 50 KiB of each session. */
const namesMost = 200;
/** A new fleet's tables are no longer empty by then. Texts that hold a list of changing length hardly come as often. */
const timesUntilNamed = 1_000;
/** Texts without a name that are counted. */
const countedMost = 1_000;

/**
 * Names for statements that come again and again: PostgreSQL keeps the plan of a statement that has a name, for as long as the
 * session lasts. To parse and plan a statement of a report takes three times as long as to run it.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #times = new Map<string, number>();

  /** The empty name, which is none, for what has come too seldom, for all that comes when the names are used up, and for what has no parameters. */
  nameOf(sql: string, parameters: number): string {
    const name = this.#names.get(sql);
    if (name !== undefined) return name;
    if (parameters === 0 || this.#names.size >= namesMost) return "";
    const times = (this.#times.get(sql) ?? 0) + 1;
    if (times < timesUntilNamed) {
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
