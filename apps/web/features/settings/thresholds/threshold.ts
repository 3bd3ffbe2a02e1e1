import type { Outputs } from "@/api/client";

export type Threshold = Outputs["health"]["thresholds"][number];
export type ScopeKind = Threshold["scope"]["kind"];

export const scopeKinds = ["fleet", "model", "group", "drive"] as const satisfies readonly ScopeKind[];

/** Which drives, and what a person calls them. */
export interface NamedScope {
  readonly scope: Threshold["scope"];
  readonly name: string;
}

export interface ThresholdFilter {
  /** Words of a rule's title, of the drives, of who set it or why. */
  readonly search: string;
  readonly of: ScopeKind | null;
  readonly rule: string;
}

/** Those that have each word of the search somewhere. */
export function shownThresholds(all: readonly Threshold[], { search, of, rule }: ThresholdFilter): Threshold[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return all.filter((threshold) => {
    const text = [threshold.title, threshold.drives, threshold.changedBy, threshold.why].join(" ").toLowerCase();
    const isOf = of === null || threshold.scope.kind === of;
    return isOf && (rule === "" || threshold.rule === rule) && words.every((word) => text.includes(word));
  });
}
