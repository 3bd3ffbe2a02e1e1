import type { Database } from "../client.ts";
import { isOfMaintenance, type OpenedWindow } from "./maintained.ts";
import { expectedLifecycles } from "./match-drives.ts";

/** Which of the rules have an open condition of any drive: one entry of an index is read for each. */
export async function findOpenRules(db: Database, rules: readonly string[]): Promise<string[]> {
  const rows = await db.$queryRaw<{ rule: string }[]>`
    SELECT asked.rule FROM unnest(${rules}::text[]) AS asked (rule)
    WHERE EXISTS (
      SELECT FROM drive_condition AS condition WHERE condition.rule = asked.rule AND condition.ended_at IS NULL
    )
    LIMIT ${rules.length}`;
  return rows.map(({ rule }) => rule);
}

export interface OpenRule {
  readonly rule: string;
  /** As its conditions have them. */
  readonly severities: readonly string[];
  /** Drives with an open condition of it. */
  readonly drives: number;
  /** Those of them whose verdict is of a maintenance window that is open. */
  readonly inMaintenance: number;
}

interface CountedRules {
  readonly verdictRanks: readonly number[];
  readonly rules: readonly string[];
  /** The windows that are open. */
  readonly windows: readonly OpenedWindow[];
}

/** What is wrong with the drives of some verdicts, by rule; what a person has acknowledged of them counts, too. */
export async function countOpenRules(
  db: Database,
  { verdictRanks, rules, windows }: CountedRules,
): Promise<OpenRule[]> {
  const rows = await db.$queryRaw<{ rule: string; severities: string[]; drives: bigint; inMaintenance: bigint }[]>`
    SELECT condition.rule, count(*) AS drives,
      coalesce(array_agg(DISTINCT condition.severity) FILTER (WHERE NOT ${isOfMaintenance(windows)}), '{}') AS severities,
      count(*) FILTER (WHERE ${isOfMaintenance(windows)}) AS "inMaintenance"
    FROM drive_condition AS condition JOIN drive_state AS state ON state.drive_id = condition.drive_id
    WHERE condition.ended_at IS NULL AND condition.rule = ANY (${rules}::text[])
      AND state.verdict_rank = ANY (${verdictRanks}::smallint[])
      AND state.lifecycle = ANY (${[...expectedLifecycles]}::drive_lifecycle[])
    GROUP BY condition.rule
    LIMIT ${rules.length}`;
  return rows.map((row) => ({ ...row, drives: Number(row.drives), inMaintenance: Number(row.inMaintenance) }));
}
