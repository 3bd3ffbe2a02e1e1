import type pg from "pg";

/** The extension pg_trgm, by which drives are searched, is neither there nor can it be made. Nothing was changed. */
export class TrigramsMissingError extends Error {
  constructor(why: string) {
    super(`Crosspoint searches by PostgreSQL's extension pg_trgm. ${why}`);
    this.name = "TrigramsMissingError";
  }
}

interface Trigrams {
  readonly installed: boolean;
  /** Whether this role may make it: a superuser, or whoever may create in the database, since PostgreSQL trusts it. */
  readonly allowed: boolean;
  readonly role: string;
  readonly database: string;
}

/** Refuses a database in which the migrations could not make the extension, with what to do. */
export async function requireTrigrams(pool: Pick<pg.Pool, "query">): Promise<void> {
  const { rows } = await pool.query<Trigrams>(`
    SELECT bool_or(installed) AS installed,
      bool_or(trusted) AND has_database_privilege(current_database(), 'CREATE')
        OR (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS allowed,
      current_user AS role, current_database() AS database
    FROM pg_available_extension_versions WHERE name = 'pg_trgm' HAVING count(*) > 0`);
  const [found] = rows;
  if (found === undefined) {
    throw new TrigramsMissingError(
      "This PostgreSQL does not have it: install its contrib modules (Debian and Ubuntu have them in the server's package, others in postgresql-contrib), and start again.",
    );
  }
  if (found.installed || found.allowed) return;
  throw new TrigramsMissingError(
    `The role ${found.role} may not make it: run "CREATE EXTENSION pg_trgm" in the database ${found.database} as a superuser, and start again.`,
  );
}
