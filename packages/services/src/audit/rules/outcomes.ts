import type { Database } from "@crosspoint/db";

/** How something asked for stands: the state of its run or of its command, in the words of the database. */
export interface AuditOutcome {
  readonly state: string;
  readonly reason: string | null;
  readonly finishedAt: Date | null;
}

interface Asked {
  readonly id: string;
  readonly action: string;
  readonly objectId: string;
  readonly commandId: string | null;
}

/** The outcome of each entry that has one, by the entry's id. A launch ends as its run does, not as its command. */
export async function outcomesOf(db: Database, entries: readonly Asked[]): Promise<Map<string, AuditOutcome>> {
  const select = { id: true, state: true, reason: true, finishedAt: true } as const;
  const runIds = entries.filter(isLaunch).map(({ objectId }) => objectId);
  const commandIds = entries.flatMap((entry) => (entry.commandId && !isLaunch(entry) ? [entry.commandId] : []));
  const [runs, commands] = await Promise.all([
    runIds.length > 0 ? db.benchmarkRun.findMany({ where: { id: { in: runIds } }, select }) : [],
    commandIds.length > 0 ? db.command.findMany({ where: { id: { in: commandIds } }, select }) : [],
  ]);
  const ends = new Map([...runs, ...commands].map(({ id, ...end }): [string, AuditOutcome] => [id, end]));
  const outcomes = entries.map((entry): [string, AuditOutcome | undefined] => [
    entry.id,
    ends.get(isLaunch(entry) ? entry.objectId : (entry.commandId ?? "")),
  ]);
  return new Map(outcomes.filter((pair): pair is [string, AuditOutcome] => pair[1] !== undefined));
}

function isLaunch({ action }: Asked): boolean {
  return action === "benchmark.launch" || action === "benchmark.startQueued";
}
