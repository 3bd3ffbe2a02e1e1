/** Opens the database for an adapter that must not know db itself. */
export { connectDatabase, type Database } from "@crosspoint/db";
