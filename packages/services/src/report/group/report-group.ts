import type { PlainDatabase, PlainTransaction } from "@crosspoint/db";
import { databaseRefusal } from "../../database-errors.ts";
import { Gathering } from "../../gathering.ts";
import { inPlainTransaction, lostToAnother } from "../../transaction.ts";
import { GroupBuffers } from "./group-buffers.ts";
import { groupWriters } from "./group-writers.ts";
import { KnownDrives } from "./known-drives.ts";
import { KnownHosts } from "./known-hosts.ts";
import { readReport, type WaitingReport } from "./sample-report.ts";
import { type StoringOptions, storeSamples } from "./store-samples.ts";

const mebibyte = 1024 * 1024;
/** Most bytes of one group's reports, of which a sample takes some 550: one transaction of some 50 ms. */
const groupBytesMost = 1.25 * mebibyte;
/** More wait no longer, besides those of the groups that are being stored: less than a second's work. */
const waitingBytesMost = 10 * mebibyte;
/** What a report weighs at least, however little it says: as much as one of one sample. */
const reportBytesLeast = 512;
/** Agents whose reports were stored have others soon: one by one, they would keep PostgreSQL busy with the beginnings and ends of groups. */
const company = { share: 0.8, withinMs: 10 };

/** What became of a report in a group. */
export type Grouped =
  | { readonly kind: "stored"; readonly samples: number }
  /** It could not be read. */
  | { readonly kind: "unread" }
  /** Something about it is to be decided first: it is to be applied alone. */
  | { readonly kind: "alone" }
  /** The database is away. */
  | { readonly kind: "failed"; readonly error: unknown };

export interface ReportGroupOptions {
  /** Told of each group that failed and was divided. */
  readonly onDivided?: (error: unknown, reports: number) => void;
  /** Groups that are stored at once. */
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
  readonly #gatherings: readonly Gathering<WaitingReport, Grouped>[];

  constructor(db: PlainDatabase, { onDivided = () => undefined, writers = groupWriters }: ReportGroupOptions = {}) {
    this.#db = db;
    this.#onDivided = onDivided;
    const limits = { togetherMost: groupBytesMost, waitingMost: waitingBytesMost / writers, company };
    this.#gatherings = Array.from({ length: writers }, () => {
      const buffers = new GroupBuffers();
      return new Gathering((reports) => this.#store(reports, buffers), limits);
    });
  }

  /** Throws `unavailable` when too much waits: best asked before a report is read. */
  requireRoom(hostId: string): void {
    this.#gatheringOf(hostId).requireRoom();
  }

  async add(report: WaitingReport): Promise<Grouped> {
    return this.#gatheringOf(report.hostId).add(report, Math.max(report.bytes, reportBytesLeast));
  }

  /** One host's reports go the same way, one behind the other. */
  #gatheringOf(hostId: string): Gathering<WaitingReport, Grouped> {
    const place = Number.parseInt(hostId.slice(-4), 16) % this.#gatherings.length;
    const gathering = this.#gatherings[place];
    if (gathering === undefined) throw new Error(`The id ${hostId} has no number at its end.`);
    return gathering;
  }

  /** Where a group fails it is divided, so that a report that spoils it is left alone with its failure. */
  async #store(reports: readonly WaitingReport[], buffers: GroupBuffers): Promise<Grouped[]> {
    try {
      let mayTrust = true;
      const { grouped, remember } = await inPlainTransaction(this.#db, (tx) => {
        const options = { known: this.#known, hosts: this.#hosts, mayTrust, buffers };
        mayTrust = false;
        return storeReports(tx, reports, options);
      });
      remember();
      return grouped;
    } catch (error) {
      if (isAway(error)) return reports.map(() => ({ kind: "failed", error }));
      this.#onDivided(error, reports.length);
      if (reports.length === 1) return [{ kind: "alone" }];
      const half = Math.ceil(reports.length / 2);
      const first = await this.#store(reports.slice(0, half), buffers);
      return [...first, ...(await this.#store(reports.slice(half), buffers))];
    }
  }
}

interface StoredReports {
  readonly grouped: Grouped[];
  /** Once the transaction is committed. */
  remember(): void;
}

/** What is read of the reports is let go of before the transaction is committed: what lives that long is copied by who collects the garbage. */
async function storeReports(
  tx: PlainTransaction,
  reports: readonly WaitingReport[],
  options: StoringOptions,
): Promise<StoredReports> {
  const { logs } = options.buffers;
  logs.clear();
  const read = reports.map((report) => readReport(report, logs));
  const known = read.filter((report) => report !== undefined);
  const { reports: stored, remember } = await storeSamples(tx, known, options);
  const grouped = read.map((report): Grouped => {
    if (report === undefined) return { kind: "unread" };
    return stored.has(report) ? { kind: "stored", samples: report.samples.length } : { kind: "alone" };
  });
  return { grouped, remember };
}

/** The database can take nothing at the moment, of whatever reports. */
function isAway(error: unknown): boolean {
  return !lostToAnother(error) && databaseRefusal(error)?.code === "unavailable";
}
