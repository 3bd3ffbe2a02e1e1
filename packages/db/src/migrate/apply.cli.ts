/** Brings the database of DATABASE_URL to the newest migration. Prints what it applied, a name a line. */
import { applyMigrations } from "./apply.ts";
import { MigrationError } from "./failed.ts";

const url = process.env.DATABASE_URL;
if (!url) {
  console.error(
    "DATABASE_URL is not set. Give the PostgreSQL to migrate: postgresql://user:password@host:5432/database",
  );
  process.exit(2);
}
try {
  for (const name of await applyMigrations(url)) console.log(name);
} catch (error) {
  console.error(error instanceof MigrationError ? `${error.message} Run this again once it is mended.` : error);
  process.exit(1);
}
