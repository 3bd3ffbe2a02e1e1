import type { PlainDatabase } from "@crosspoint/db";
import { databaseRefusal } from "../../database-errors.ts";
import { Gathering } from "../../gathering.ts";
import { inPlainTransaction, lostToAnother } from "../../transaction.ts";
import type { SampleReport } from "./sample-report.ts";
import { storeSamples } from "./store-samples.ts";

/** Most events of one group: one transaction of some 100 ms. */
const groupEventsMost = 5000;
/** Most events that wait, besides those of the group that is being stored: less than a second's work. */
export const waitingEventsMost = 20_000;

/** What became of a report in a group. */
export type Grouped =
  | { readonly kind: "stored" }
  /** Something about it is to be decided first: it is to be applied alone. */
  | { readonly kind: "alone" }
  /** The database is away. */
  | { readonly kind: "failed"; readonly error: unknown };

export interface ReportGroupOptions {
  /** Told of each group that failed and was divided. */
  readonly onDivided?: (error: unknown, reports: number) => void;
}

/**
 * Reports of samples alone, those that arrive while others are being stored together in one transaction. Each is
 * answered for itself, when it is stored.
 */
export class ReportGroup {
  readonly #db: PlainDatabase;
  readonly #onDivided: (error: unknown, reports: number) => void;
  readonly #gathering: Gathering<SampleReport, Grouped>;

  constructor(db: PlainDatabase, { onDivided = () => undefined }: ReportGroupOptions = {}) {
    this.#db = db;
    this.#onDivided = onDivided;
    this.#gathering = new Gathering((reports) => this.#store(reports), {
      togetherMost: groupEventsMost,
      waitingMost: waitingEventsMost,
    });
  }

  /** Throws `unavailable` when too much waits: best asked before a report is read. */
  requireRoom(): void {
    this.#gathering.requireRoom();
  }

  async add(report: SampleReport): Promise<Grouped> {
    return this.#gathering.add(report, Math.max(1, report.events.length));
  }

  /** Where a group fails it is divided, so that a report that spoils it is left alone with its failure. */
  async #store(reports: readonly SampleReport[]): Promise<Grouped[]> {
    try {
      const stored = await inPlainTransaction(this.#db, (tx) => storeSamples(tx, reports));
      return reports.map((report) => ({ kind: stored.has(report) ? "stored" : "alone" }));
    } catch (error) {
      if (isAway(error)) return reports.map(() => ({ kind: "failed", error }));
      this.#onDivided(error, reports.length);
      if (reports.length === 1) return [{ kind: "alone" }];
      const half = Math.ceil(reports.length / 2);
      return [...(await this.#store(reports.slice(0, half))), ...(await this.#store(reports.slice(half)))];
    }
  }
}

/** The database can take nothing at the moment, of whatever reports. */
function isAway(error: unknown): boolean {
  return !lostToAnother(error) && databaseRefusal(error)?.code === "unavailable";
}
