import type pg from "pg";

/** A script that PostgreSQL refused. `message` names the migration and the line. */
export class MigrationError extends Error {
  constructor(migration: string, error: pg.DatabaseError, script: string) {
    const line = error.position ? script.slice(0, Number(error.position)).split("\n").length : undefined;
    const where = line ? ` at line ${line} of its script` : "";
    super(`Migration ${migration} failed${where}: ${error.message}. Nothing of it was applied.`, { cause: error });
    this.name = "MigrationError";
  }
}

/** The engine's own lock: whoever holds it may migrate. Taken on the engine's own session, which may take it twice. */
const engineLock = 72_707_369;

/**
 * Notes migrations that were begun and not finished as rolled back, so that they are tried again; the engine itself
 * would refuse every later start. A script is one transaction that also says that it is finished (see
 * {@link finishing}), so that one which did not say so has left nothing.
 */
export async function settleUnfinished(pool: pg.Pool): Promise<void> {
  // Another start may be at it right now: it is waited for.
  await pool.query("SELECT pg_advisory_lock($1)", [engineLock]);
  const { rows } = await pool.query<{ known: boolean }>(
    "SELECT to_regclass('_prisma_migrations') IS NOT NULL AS known",
  );
  if (!rows[0]?.known) return;
  await pool.query(
    "UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL",
  );
}

/** The script with the note, in its own transaction, that it is finished. The engine holds its lock: one is under way. */
export function finishing(script: string): string {
  const note = "UPDATE _prisma_migrations SET finished_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL";
  return `${script}\n;${note}`;
}
