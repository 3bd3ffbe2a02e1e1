import { createHash } from "node:crypto";
import type { Client } from "pg";
import { hostOf } from "./events.ts";

const minute = "interval '1 minute'";
/** Rows of one statement that fills up, and of one that is measured. */
const fillRows = 500_000;
const plainRows = 1_000_000;
const plainRuns = 3;
const allRuns = 2;

/** The days of everything that is stored here; the worker, which makes them, does not run. */
export async function addPartitions(client: Client): Promise<void> {
  await client.query(
    `SELECT ensure_time_partition('smart_sample', day::date)
     FROM generate_series(now() - interval '40 days', now() + interval '12 days', interval '1 day') AS day`,
  );
}

/** Hosts as their enrolment leaves them. */
export async function addHosts(client: Client, count: number): Promise<void> {
  const hashes = Array.from({ length: count }, (_, index) =>
    createHash("sha256").update(hostOf(index).key).digest("hex"),
  );
  await client.query(
    `INSERT INTO host (installation_id, hostname, agent_key_hash, agent_version)
     SELECT gen_random_uuid(), 'bench-' || number, hash, '0.1.0' FROM unnest($1::text[]) WITH ORDINALITY AS h (hash, number)`,
    [hashes],
  );
}

/** Vacuums and writes out what was stored before, by a superuser: what is measured next takes none of that upon itself. */
export async function settle(superuser: Client): Promise<void> {
  await superuser.query("VACUUM (ANALYZE)");
  await superuser.query("CHECKPOINT");
}

export async function countSamples(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>("SELECT count(*) FROM smart_sample");
  return Number(rows[0]?.count);
}

/** What a plain INSERT … SELECT took into the same table with its index, of rows in the order in which they came, under other times. */
export interface PlainInsert {
  readonly rows: number;
  readonly seconds: number;
}

export interface PlainInserting {
  readonly client: Client;
  readonly superuser: Client;
  /** Into the partitions of so many days later, which are empty, and are so again afterwards. */
  readonly daysLater: number;
}

/** Some of a million rows each, into an empty day: how fast one begins. */
export async function insertPlainly(inserting: PlainInserting): Promise<PlainInsert[]> {
  const samples = `SELECT * FROM smart_sample WHERE time < now() + interval '12 hours' LIMIT ${plainRows}`;
  return insertCopies(samples, plainRuns, inserting);
}

/**
 * All that was stored after that moment, by one statement each time: what a load stored, with what PostgreSQL has to do for so many rows
 * meanwhile, which is to write out what it changed, and an index that outgrows its memory.
 */
export async function insertAllPlainly(after: Date, inserting: PlainInserting): Promise<PlainInsert[]> {
  return insertCopies(`SELECT * FROM smart_sample WHERE time > '${after.toISOString()}'`, allRuns, inserting);
}

/** The latest that is stored. */
export async function latestTime(client: Client): Promise<Date> {
  const { rows } = await client.query<{ time: Date }>("SELECT max(time) AS time FROM smart_sample");
  return rows[0]?.time ?? new Date(0);
}

async function insertCopies(samples: string, runs: number, inserting: PlainInserting): Promise<PlainInsert[]> {
  const inserts: PlainInsert[] = [];
  for (let run = 0; run < runs; run += 1) inserts.push(await insertCopy(samples, inserting));
  return inserts;
}

/** The clock runs for the INSERT alone: what making its source left to be written, is written before. */
async function insertCopy(samples: string, { client, superuser, daysLater }: PlainInserting): Promise<PlainInsert> {
  const { rows: columns } = await client.query<{ name: string }>(
    `SELECT quote_ident(attname) AS name FROM pg_attribute
     WHERE attrelid = 'smart_sample'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
  );
  const later = `time + interval '${daysLater} days' AS time`;
  const selected = columns.map(({ name }) => (name === '"time"' ? later : name)).join(", ");
  // Or it would begin where another scan of so large a table ended.
  await client.query("SET synchronize_seqscans = off");
  await client.query(
    `CREATE UNLOGGED TABLE bench_plain WITH (autovacuum_enabled = off) AS
     SELECT ${selected} FROM (${samples}) AS sample`,
  );
  await client.query("VACUUM (ANALYZE) bench_plain");
  await superuser.query("CHECKPOINT");
  const startedMs = performance.now();
  const { rowCount } = await client.query("INSERT INTO smart_sample SELECT * FROM bench_plain");
  const seconds = (performance.now() - startedMs) / 1000;
  const { rows: partitions } = await client.query<{ name: string }>(
    "SELECT DISTINCT smart_sample.tableoid::regclass::text AS name FROM smart_sample WHERE time >= (SELECT min(time) FROM bench_plain)",
  );
  await client.query(`TRUNCATE ${partitions.map(({ name }) => name).join(", ")}`);
  await client.query("DROP TABLE bench_plain");
  return { rows: rowCount ?? 0, seconds };
}

/** Fills the drives' days before the load until so many rows are stored, or the time is over. Returns how many are. */
export async function fillUp(
  client: Client,
  { rows, startMs, seconds }: { readonly rows: number; readonly startMs: number; readonly seconds: number },
): Promise<number> {
  const { rows: counted } = await client.query<{ count: string }>("SELECT count(*) FROM drive");
  const drives = Number(counted[0]?.count);
  let stored = await countSamples(client);
  const until = performance.now() + seconds * 1000;
  const { rows: oldest } = await client.query<{ time: Date }>("SELECT min(time) AS time FROM smart_sample");
  let before = Math.min(oldest[0]?.time?.getTime() ?? startMs, startMs);
  while (stored < rows && performance.now() < until) {
    const minutes = Math.max(1, Math.ceil(Math.min(fillRows, rows - stored) / drives));
    await client.query(
      `INSERT INTO smart_sample (
         drive_id, time, host_id, critical_warning, composite_temperature_kelvin, available_spare_percent,
         available_spare_threshold_percent, percentage_used, data_units_read, data_units_written, host_read_commands,
         host_write_commands, controller_busy_time_minutes, power_cycles, power_on_hours, unsafe_shutdowns, media_errors,
         error_log_entries, warning_temperature_time_minutes, critical_temperature_time_minutes, temperature_sensors_kelvin)
       SELECT drive_id, $1::timestamptz - step * ${minute}, host_id, 0, 308, 100, 10, 3, 81395004 - step, 92381395 - step,
         4981234567 - step, 3981234567 - step, 12345, 41, 23456, 6, 0, 7, 0, 0, '{308,310}'
       FROM generate_series(1, $2) AS step CROSS JOIN drive_sighting WHERE ended_at IS NULL
       ON CONFLICT DO NOTHING`,
      [new Date(before), minutes],
    );
    before -= minutes * 60_000;
    stored += minutes * drives;
  }
  await client.query("ANALYZE");
  return countSamples(client);
}
