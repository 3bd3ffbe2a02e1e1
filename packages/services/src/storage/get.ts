import { readDatabaseSize, readTableSizes, type TableSize } from "@crosspoint/db/queries/storage-sizes";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { keepEventIdsDays } from "../telemetry/prune-ingested-events.ts";
import { type Retention, readRetention, retentionDefaults } from "../telemetry/rules/retention.ts";

/** What takes room, as a person thinks of it. */
export type StoredKind =
  | "samples"
  | "hours"
  | "days"
  | "results"
  | "seconds"
  | "commands"
  | "eventIds"
  | "audit"
  | "fleet"
  | "queue";

export interface StoredAmount {
  readonly kind: StoredKind;
  /** With its indexes. */
  readonly bytes: number;
  /** About so many, by PostgreSQL's own statistics. */
  readonly rows: number;
  /** About how far back it reaches; absent where that is not known without reading it. */
  readonly since: Date | undefined;
}

export interface Storage {
  /** The whole database, with what belongs to PostgreSQL itself. */
  readonly databaseBytes: number;
  /** The largest first. */
  readonly amounts: readonly StoredAmount[];
  readonly retention: Retention;
  readonly defaults: Retention;
  /** Ids of events, by which one that is sent again is known: a fixed time. */
  readonly keepEventIdsDays: number;
  readonly changed: { readonly at: Date; readonly by: string } | undefined;
}

/** What the database keeps, what that takes, and for how long it is kept. */
export async function getStorage(context: ServiceContext): Promise<Storage> {
  requireRight(context, "fleet.view");
  const { db } = context;
  const [tables, databaseBytes, retention, row] = await Promise.all([
    readTableSizes(db),
    readDatabaseSize(db),
    readRetention(db),
    db.storageSettings.findUnique({ where: { id: 1 }, select: { changedAt: true, changedBy: true } }),
  ]);
  return {
    databaseBytes: Number(databaseBytes),
    amounts: [...Map.groupBy(tables, kindOf)].map(amountOf).toSorted((a, b) => b.bytes - a.bytes),
    retention,
    defaults: retentionDefaults,
    keepEventIdsDays,
    changed: row === null ? undefined : { at: row.changedAt, by: row.changedBy },
  };
}

const kinds: Readonly<Record<string, StoredKind>> = {
  smart_sample: "samples",
  smart_hour: "hours",
  smart_day: "days",
  point_second: "seconds",
  command: "commands",
  ingested_event: "eventIds",
  audit_entry: "audit",
};

/** Tables of benchmarks and their results begin so. */
const ofResults = /^(benchmark_|point_|database_point|imported_point|run_|saved_|comparison)/;

function kindOf({ schema, table }: TableSize): StoredKind {
  if (schema === "pgboss") return "queue";
  return kinds[table] ?? (ofResults.test(table) ? "results" : "fleet");
}

function amountOf([kind, tables]: [StoredKind, TableSize[]]): StoredAmount {
  const sum = (read: (table: TableSize) => bigint) => Number(tables.reduce((total, table) => total + read(table), 0n));
  return {
    kind,
    bytes: sum(({ bytes }) => bytes),
    rows: sum(({ rows }) => rows),
    since: tables.find(({ oldest }) => oldest !== undefined)?.oldest,
  };
}
