/**
 * After a restore of a PostgreSQL of one's own and before Crosspoint starts: what waited when the backup was made is not
 * started again. DATABASE_URL names the database; the argument is the backup's time, ISO 8601.
 */
import { connectDatabase } from "@crosspoint/db";
import { settleRestored } from "./settle-restored.ts";

const { DATABASE_URL } = process.env;
const takenAt = new Date(process.argv[2] ?? "");
if (!DATABASE_URL || Number.isNaN(takenAt.getTime())) {
  console.error("DATABASE_URL=… npm run -w @crosspoint/services settle-restored -- 2026-11-22T03:00:00Z");
  process.exit(2);
}
const db = connectDatabase(DATABASE_URL, 1);
try {
  const actor = { kind: "system", label: "command line" } as const;
  const settled = await settleRestored({ db, actor, now: new Date() }, takenAt.toISOString());
  console.log(
    `Not taken up again: ${settled.runsDeclined} waiting runs, ${settled.commandsExpired} commands. Revoked: ${settled.tokensRevoked} enrollment tokens. Everyone signs in again.`,
  );
} finally {
  await db.$disconnect();
}
