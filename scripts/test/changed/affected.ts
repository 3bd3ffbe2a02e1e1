import type { Use } from "../../imports/uses.ts";

/** The files that use a changed one, directly or through others, and the changed ones. */
export function affectedFiles(changed: Iterable<string>, uses: readonly Use[]): ReadonlySet<string> {
  const affected = new Set(changed);
  // What passes names on and was itself changed may pass on others now.
  for (const { from, through } of uses) if (through !== undefined && affected.has(through)) affected.add(from);
  const users = new Map<string, string[]>();
  for (const { from, to } of uses) users.set(to, [...(users.get(to) ?? []), from]);
  for (const file of affected) for (const user of users.get(file) ?? []) affected.add(user);
  return affected;
}
