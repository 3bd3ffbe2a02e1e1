import { randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectDatabase, type Database } from "@crosspoint/db";
import { startEmbeddedPostgres } from "@crosspoint/db/embedded";
import { bringUpToDate } from "@crosspoint/db/migrate";
import { driveHistory, type HistoryRange } from "@crosspoint/services/drive/history";
import { storeHistory } from "@crosspoint/services/telemetry/testing/stored-history";
import { step } from "../steps/progress.ts";
import { mark } from "./mark.ts";

const drives = 20;
const reads = 100;
/** As agents sample, for as long as samples are kept. */
const fine = { days: 30, everySeconds: 60 };
const days = 5 * 365;
const ranges = ["24h", "7d", "30d", "90d", "1y", "5y"] as const satisfies readonly HistoryRange[];
const goals = { points: 2000, ofOneDay: 3 };

/** What reading a drive's history costs by its range, against that of one day in the same run, in turns. */
export async function measureHistory(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "crosspoint-bench-history-"));
  // PostgreSQL runs as another user where this one is root.
  chmodSync(folder, 0o711);
  const postgres = await step("Start PostgreSQL", () =>
    startEmbeddedPostgres({ dataDir: join(folder, "postgres"), endsWithThisProcess: true }),
  );
  try {
    const urls = await postgres.ensureProduct();
    await bringUpToDate(urls);
    // One connection, so that what it has read is known.
    const [db, owner] = [
      connectDatabase(urls.application, 1, { longestStatementMs: 600_000 }),
      connectDatabase(urls.owner, 1, { longestStatementMs: 600_000 }),
    ];
    await measure(db, owner);
    await Promise.all([db.$disconnect(), owner.$disconnect()]);
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(db: Database, owner: Database): Promise<void> {
  const now = new Date();
  const driveIds = Array.from({ length: drives }, () => randomUUID());
  await step(`Store five years of ${drives} drives, the last month a sample a minute`, () =>
    storeHistory(db, { driveIds, now, days, fine }),
  );
  await owner.$executeRaw`VACUUM ANALYZE smart_sample, smart_hour, smart_day`;
  const reader = new Reader(db, now, driveIds);
  const milliseconds = new Map(ranges.map((range) => [range, [] as number[]]));
  await step(`Read each range ${reads} times, in turns`, async () => {
    for (let turn = 0; turn < reads; turn += 1) {
      for (const range of ranges) milliseconds.get(range)?.push(await reader.read(range));
    }
  });
  console.log(
    "\nReading a drive's history: p95 as a ratio to one day's\n  range    points     KiB  rows read     p50     p95   ratio",
  );
  const day = p(95, milliseconds.get("24h") ?? []);
  const sizes: { readonly points: number }[] = [];
  for (const range of ranges) {
    const times = milliseconds.get(range) ?? [];
    const size = await reader.size(range);
    const { points, kibibytes, rows } = size;
    sizes.push(size);
    const cells = [
      points,
      kibibytes.toFixed(1),
      rows,
      `${p(50, times).toFixed(1)} ms`,
      `${p(95, times).toFixed(1)} ms`,
    ];
    console.log(
      `  ${range.padEnd(5)} ${cells.map((cell) => String(cell).padStart(9)).join("")}   ${(p(95, times) / day).toFixed(2)}`,
    );
  }
  const most = Math.max(...sizes.map(({ points }) => points));
  const ratio = p(95, milliseconds.get("90d") ?? []) / day;
  console.log(`  points      ${most} at most (goal ${goals.points})  ${mark(most <= goals.points)}`);
  console.log(
    `  90 days     ${ratio.toFixed(2)} x one day's (goal ${goals.ofOneDay})  ${mark(ratio <= goals.ofOneDay)}`,
  );
}

class Reader {
  readonly #db: Database;
  readonly #now: Date;
  readonly #driveIds: readonly string[];
  #turn = 0;

  constructor(db: Database, now: Date, driveIds: readonly string[]) {
    this.#db = db;
    this.#now = now;
    this.#driveIds = driveIds;
  }

  /** In milliseconds, of one drive after the other. */
  async read(range: HistoryRange): Promise<number> {
    const startedMs = performance.now();
    await this.#history(range);
    return performance.now() - startedMs;
  }

  async size(range: HistoryRange): Promise<{ points: number; kibibytes: number; rows: number }> {
    const before = await this.#rowsRead();
    const { points } = await this.#history(range);
    const rows = (await this.#rowsRead()) - before;
    const text = JSON.stringify(points, (_, value) => (typeof value === "bigint" ? value.toString() : value));
    return { points: points.length, kibibytes: text.length / 1024, rows };
  }

  #history(range: HistoryRange) {
    this.#turn += 1;
    const driveId = this.#driveIds[this.#turn % this.#driveIds.length] ?? "";
    const actor = { kind: "person", id: "bench", name: "Bench", email: "bench@example.net", role: "viewer" } as const;
    return driveHistory({ db: this.#db, actor, now: this.#now }, { driveId, range });
  }

  /** Rows of samples, hours and days that PostgreSQL has read, as it counts them itself. */
  async #rowsRead(): Promise<number> {
    await this.#db.$queryRaw`SELECT pg_stat_force_next_flush()::text`;
    await this.#db.$queryRaw`SELECT pg_stat_clear_snapshot()::text`;
    const [row] = await this.#db.$queryRaw<{ rows: number }[]>`
      SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 AS rows
      FROM pg_stat_user_tables WHERE relname ~ '^smart_(sample|hour|day)_'`;
    return row?.rows ?? 0;
  }
}

/** A percentile of measured times: the smallest that so many are not above. */
function p(percent: number, values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? Number.NaN;
}
