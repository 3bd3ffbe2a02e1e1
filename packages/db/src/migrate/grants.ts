import pg from "pg";
import { sessionUrl } from "../session.ts";

/** The job queue makes its tables itself (pg-boss), in a schema of its own. */
const queueSchema = "CREATE SCHEMA IF NOT EXISTS pgboss";

/** What the application may do in the database: read and write rows, and nothing else. The audit is only added to. */
function grantsTo(role: string): string {
  return `
    GRANT USAGE ON SCHEMA public TO ${role};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role};
    ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${role};
    REVOKE UPDATE, DELETE ON audit_entry FROM ${role};
    REVOKE INSERT, UPDATE, DELETE ON _prisma_migrations FROM ${role};
    GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${role};
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO ${role};
    GRANT USAGE, CREATE ON SCHEMA pgboss TO ${role};`;
}

/** Lets the application's role work with what the owner's migrations made. Repeated after each. */
export async function grantApplication(ownerUrl: string, role: string): Promise<void> {
  const client = new pg.Client({ connectionString: sessionUrl(ownerUrl) });
  await client.connect();
  try {
    const isOwner = client.user === role;
    await client.query(isOwner ? queueSchema : `${queueSchema};${grantsTo(pg.escapeIdentifier(role))}`);
  } finally {
    await client.end();
  }
}
