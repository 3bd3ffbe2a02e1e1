import type pg from "pg";
import { hasMigrations } from "./record.ts";

/** A script that PostgreSQL refused. `message` names the migration and the line. */
export class MigrationError extends Error {
  constructor(migration: string, error: pg.DatabaseError, script: string) {
    const line = error.position ? script.slice(0, Number(error.position)).split("\n").length : undefined;
    const where = line ? ` at line ${line} of its script` : "";
    super(`Migration ${migration} failed${where}: ${error.message}. Nothing of it was applied.`, { cause: error });
    this.name = "MigrationError";
  }
}

/**
 * Notes migrations that were begun and not finished as rolled back, so that they are tried again; the engine itself
 * would refuse every later start. A script is one transaction that also says that it is finished (see
 * {@link finishing}), so that one which did not say so has left nothing. Only for a database that is this version's
 * (`refuseForeign`), while no other start is at it (`lockMigrations`).
 */
export async function settleUnfinished(pool: pg.Pool): Promise<void> {
  if (!(await hasMigrations(pool))) return;
  await pool.query(
    "UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL",
  );
}

/** The script with the note, in its own transaction, that it is finished. The engine holds its lock: one is under way. */
export function finishing(script: string): string {
  const note = "UPDATE _prisma_migrations SET finished_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL";
  return `${script}\n;${note}`;
}
