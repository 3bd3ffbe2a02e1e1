import type { PlainDatabase } from "@crosspoint/db";
import { databaseRefusal } from "../../database-errors.ts";
import { Gathering } from "../../gathering.ts";
import { inPlainTransaction, lostToAnother } from "../../transaction.ts";
import { KnownDrives } from "./known-drives.ts";
import { KnownHosts } from "./known-hosts.ts";
import type { SampleReport } from "./sample-report.ts";
import { storeSamples } from "./store-samples.ts";

/** Most events of one group: one transaction of some 100 ms. */
const groupEventsMost = 5000;
/** Most events that wait, besides those of the groups that are being stored: less than a second's work. */
export const waitingEventsMost = 20_000;
/** Groups that are stored at once, each of hosts of its own: while PostgreSQL works for one, the other is made ready. */
export const groupWriters = 2;

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
  readonly writers?: number;
}

/**
 * Reports of samples alone, those that arrive while others are being stored together in one transaction. Each is
 * answered for itself, when it is stored.
 */
export class ReportGroup {
  readonly #db: PlainDatabase;
  readonly #onDivided: (error: unknown, reports: number) => void;
  readonly #known = new KnownDrives();
  readonly #hosts = new KnownHosts();
  readonly #gatherings: readonly Gathering<SampleReport, Grouped>[];

  constructor(db: PlainDatabase, { onDivided = () => undefined, writers = groupWriters }: ReportGroupOptions = {}) {
    this.#db = db;
    this.#onDivided = onDivided;
    const limits = { togetherMost: groupEventsMost, waitingMost: waitingEventsMost / writers };
    this.#gatherings = Array.from({ length: writers }, () => new Gathering((reports) => this.#store(reports), limits));
  }

  /** Throws `unavailable` when too much waits: best asked before a report is read. */
  requireRoom(hostId: string): void {
    this.#gatheringOf(hostId).requireRoom();
  }

  async add(report: SampleReport): Promise<Grouped> {
    this.#known.share(report.samples);
    return this.#gatheringOf(report.hostId).add(report, Math.max(1, report.samples.length));
  }

  /** One host's reports go the same way, one behind the other. */
  #gatheringOf(hostId: string): Gathering<SampleReport, Grouped> {
    const place = Number.parseInt(hostId.slice(-4), 16) % this.#gatherings.length;
    const gathering = this.#gatherings[place];
    if (gathering === undefined) throw new Error(`The id ${hostId} has no number at its end.`);
    return gathering;
  }

  /** Where a group fails it is divided, so that a report that spoils it is left alone with its failure. */
  async #store(reports: readonly SampleReport[]): Promise<Grouped[]> {
    try {
      let mayTrust = true;
      const stored = await inPlainTransaction(this.#db, (tx) => {
        const options = { known: this.#known, hosts: this.#hosts, mayTrust };
        mayTrust = false;
        return storeSamples(tx, reports, options);
      });
      stored.remember();
      return reports.map((report) => ({ kind: stored.reports.has(report) ? "stored" : "alone" }));
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
