/** Drafts of plans that were never saved, by their names in this browser. */
export const newDraft = "new";

const importPrefix = "import-";

export function importedDraft(nowMs: number): string {
  return `${importPrefix}${nowMs}`;
}

export function isImported(draftName: string): boolean {
  return draftName.startsWith(importPrefix);
}

/** The draft of a plan that begins from another one. */
export function draftFrom(planId: string): string {
  return `from-${planId}`;
}

const fromPrefix = draftFrom("");

/** Where a draft is edited: a saved plan's is named by its id. */
export function draftAddress(draftName: string): string {
  if (draftName === newDraft) return "/benchmarks/plans/new";
  if (isImported(draftName)) return `/benchmarks/plans/new?draft=${encodeURIComponent(draftName)}`;
  if (draftName.startsWith(fromPrefix)) return newPlanAddress(draftName.slice(fromPrefix.length));
  return `/benchmarks/plans/${draftName}`;
}

/** A new plan that begins as a built-in one, or as a version of a saved one. */
export function newPlanAddress(from: string): string {
  return `/benchmarks/plans/new?from=${encodeURIComponent(from)}`;
}
