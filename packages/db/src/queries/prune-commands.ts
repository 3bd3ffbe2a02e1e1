import type { Database } from "../client.ts";

/** Removes at most `limit` commands that ended before; returns how many. Those of runs stay as long as their runs do. */
export async function pruneCommands(db: Database, endedBefore: Date, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM command WHERE id IN (
      SELECT id FROM command
      WHERE state NOT IN ('pending', 'accepted') AND coalesce(finished_at, answered_at, requested_at) < ${endedBefore}
        AND NOT EXISTS (SELECT FROM benchmark_run WHERE benchmark_run.command_id = command.id)
      LIMIT ${limit}
    )`;
}
