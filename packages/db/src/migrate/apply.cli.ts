/**
 * Brings the database of DATABASE_URL to the newest migration, as the owner whose address is in MIGRATION_DATABASE_URL
 * where that is another role. Prints what it applied, a name a line.
 */
import { MigrationError } from "./failed.ts";
import { bringUpToDate } from "./up-to-date.ts";

const application = process.env.DATABASE_URL;
if (!application) {
  console.error(
    "DATABASE_URL is not set. Give the PostgreSQL to migrate: postgresql://user:password@host:5432/database",
  );
  process.exit(2);
}
const owner = process.env.MIGRATION_DATABASE_URL || application;
try {
  for (const name of await bringUpToDate({ owner, application })) console.log(name);
} catch (error) {
  console.error(error instanceof MigrationError ? `${error.message} Run this again once it is mended.` : error);
  process.exit(1);
}
