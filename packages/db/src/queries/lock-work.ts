import type { Transaction } from "../client.ts";

/** What a report is about. */
export interface LockedWork {
  readonly commandIds: readonly string[];
  readonly runIds: readonly string[];
}

/**
 * Locks those of the commands and runs that are the host's, with the runs that wait for the commands: commands first,
 * then runs, each in the order of their ids (see services' transaction.ts).
 */
export async function lockWork(
  tx: Transaction,
  hostId: string,
  asked: { readonly commandIds: readonly string[]; readonly runIds: readonly string[] },
): Promise<LockedWork> {
  const commands = asked.commandIds.length > 0 ? await lockCommands(tx, hostId, asked.commandIds) : [];
  if (commands.length === 0 && asked.runIds.length === 0) return { commandIds: [], runIds: [] };
  const runs = await tx.$queryRaw<{ id: string }[]>`
    SELECT id::text AS id FROM benchmark_run
    WHERE host_id = ${hostId}::uuid AND (id = ANY (${asked.runIds}::uuid[]) OR command_id = ANY (${commands}::uuid[]))
    ORDER BY id
    LIMIT ${asked.runIds.length + commands.length}
    FOR UPDATE`;
  return { commandIds: commands, runIds: runs.map(({ id }) => id) };
}

async function lockCommands(tx: Transaction, hostId: string, ids: readonly string[]): Promise<string[]> {
  const locked = await tx.$queryRaw<{ id: string }[]>`
    SELECT id::text AS id FROM command
    WHERE host_id = ${hostId}::uuid AND id = ANY (${ids}::uuid[])
    ORDER BY id
    LIMIT ${ids.length}
    FOR UPDATE`;
  return locked.map(({ id }) => id);
}
