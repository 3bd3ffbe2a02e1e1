import type pg from "pg";

/** The engine's own lock: whoever holds it may migrate. Taken on the engine's own session, which may take it twice. */
const engineLock = 72_707_369;

/** Waits for another start that migrates right now, and keeps others from it until this session ends. */
export async function lockMigrations(pool: pg.Pool): Promise<void> {
  await pool.query("SELECT pg_advisory_lock($1)", [engineLock]);
}

/** Whether anything noted migrations in this database. */
export async function hasMigrations(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ known: boolean }>(
    "SELECT to_regclass('_prisma_migrations') IS NOT NULL AS known",
  );
  return rows[0]?.known ?? false;
}
