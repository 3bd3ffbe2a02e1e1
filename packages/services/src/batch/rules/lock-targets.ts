import type { Transaction } from "@crosspoint/db";
import { ServiceError } from "../../errors.ts";
import { loadTarget } from "../../run/rules/load-target.ts";
import type { Target, TargetChoice } from "../../run/rules/target.ts";

/** A target as it stands, or why there is none. */
export type FoundTarget =
  | { readonly kind: "found"; readonly choice: TargetChoice; readonly target: Target }
  | { readonly kind: "gone"; readonly choice: TargetChoice; readonly error: ServiceError };

/** Locks the hosts of all targets and then their drives, each kind in the order of their ids, and reads them again. */
export async function lockTargets(tx: Transaction, choices: readonly TargetChoice[]): Promise<FoundTarget[]> {
  const before = await findTargets(tx, choices);
  const targets = before.flatMap((each) => (each.kind === "found" ? [each.target] : []));
  const hostIds = targets.map(({ host }) => host.id);
  const driveIds = targets.flatMap((target) => target.drives.map(({ id }) => id));
  await tx.$queryRaw`SELECT id FROM host WHERE id = ANY (${hostIds}::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
  await tx.$queryRaw`SELECT id FROM drive WHERE id = ANY (${driveIds}::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
  return findTargets(tx, choices);
}

export async function findTargets(
  db: Parameters<typeof loadTarget>[0],
  choices: readonly TargetChoice[],
): Promise<FoundTarget[]> {
  const found: FoundTarget[] = [];
  for (const choice of choices) found.push(await findTarget(db, choice));
  return found;
}

async function findTarget(db: Parameters<typeof loadTarget>[0], choice: TargetChoice): Promise<FoundTarget> {
  try {
    return { kind: "found", choice, target: await loadTarget(db, choice) };
  } catch (error) {
    if (error instanceof ServiceError) return { kind: "gone", choice, error };
    throw error;
  }
}
