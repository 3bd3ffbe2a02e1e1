import type { Database } from "@crosspoint/db";
import { oldestStray, readSizes, type TableSize } from "@crosspoint/db/queries/storage-sizes";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { type Retention, readRetention, retentionDefaults } from "../telemetry/rules/retention.ts";
import { keepEventIdsDays } from "./prune-ingested-events.ts";

/** What takes room, as a person thinks of it. */
export type StoredKind =
  | "samples"
  | "hours"
  | "days"
  | "results"
  | "seconds"
  | "commands"
  | "firmwareChanges"
  | "eventIds"
  | "audit"
  | "fleet"
  | "queue"
  | "other";

export interface StoredAmount {
  readonly kind: StoredKind;
  /** With its indexes. */
  readonly bytes: number;
  /** About so many, by PostgreSQL's own statistics; absent where it has not counted yet. */
  readonly rows: number | undefined;
  /** About how far back it reaches; absent where that is not known without reading it. */
  readonly since: Date | undefined;
}

export interface Storage {
  /** The whole database, with what belongs to PostgreSQL itself. */
  readonly databaseBytes: number;
  /** The largest first; together they are the whole. */
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
  const [{ tables, databaseBytes }, strays, retention, row] = await Promise.all([
    readSizes(db),
    readStrays(db),
    readRetention(db),
    db.storageSettings.findUnique({ where: { id: 1 }, select: { changedAt: true, changedBy: true } }),
  ]);
  return {
    databaseBytes: Number(databaseBytes),
    amounts: withOther(
      [...Map.groupBy(tables, kindOf)].map((of) => amountOf(of, strays)),
      Number(databaseBytes),
    ).toSorted((a, b) => b.bytes - a.bytes),
    retention,
    defaults: retentionDefaults,
    keepEventIdsDays,
    changed: row === null ? undefined : { at: row.changedAt, by: row.changedBy },
  };
}

/** With what is left of the database: PostgreSQL's own catalogs, and what is no table of the product. */
function withOther(amounts: readonly StoredAmount[], databaseBytes: number): StoredAmount[] {
  const bytes = databaseBytes - amounts.reduce((sum, amount) => sum + amount.bytes, 0);
  // They are read one after the other, and the database may have grown between.
  return bytes > 0 ? [...amounts, { kind: "other", bytes, rows: undefined, since: undefined }] : [...amounts];
}

/** What has partitions of time, with what lies in none of them yet. */
type Strays = ReadonlyMap<StoredKind, Date | undefined>;

async function readStrays(db: Database): Promise<Strays> {
  const [samples, hours, days] = await Promise.all([
    oldestStray(db, "smart_sample"),
    oldestStray(db, "smart_hour"),
    oldestStray(db, "smart_day"),
  ]);
  return new Map<StoredKind, Date | undefined>([
    ["samples", samples],
    ["hours", hours],
    ["days", days],
  ]);
}

const kinds: Readonly<Record<string, StoredKind>> = {
  smart_sample: "samples",
  smart_hour: "hours",
  smart_day: "days",
  point_second: "seconds",
  command: "commands",
  drive_firmware_change: "firmwareChanges",
  ingested_event: "eventIds",
  audit_entry: "audit",
};

/** Tables of benchmarks and their results begin so. */
const ofResults = /^(benchmark_|point_|database_point|imported_point|run_|saved_|comparison)/;

function kindOf({ schema, table }: TableSize): StoredKind {
  if (schema === "pgboss") return "queue";
  return kinds[table] ?? (ofResults.test(table) ? "results" : "fleet");
}

function amountOf([kind, tables]: [StoredKind, TableSize[]], strays: Strays): StoredAmount {
  const rows = tables.map((table) => table.rows);
  const reaches = [...tables.map(({ oldest }) => oldest), strays.get(kind)].filter((time) => time !== undefined);
  return {
    kind,
    bytes: Number(tables.reduce((total, { bytes }) => total + bytes, 0n)),
    rows: rows.includes(undefined) ? undefined : Number(rows.reduce((total: bigint, each) => total + (each ?? 0n), 0n)),
    since: reaches.toSorted((a, b) => a.getTime() - b.getTime())[0],
  };
}
