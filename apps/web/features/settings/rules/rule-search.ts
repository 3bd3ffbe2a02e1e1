import type { Outputs } from "@/api/client";

export type ListedRule = Outputs["health"]["rules"][number];

/** Those that say each word of the search somewhere. */
export function foundRules(rules: readonly ListedRule[], search: string): ListedRule[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return rules.filter((rule) => {
    const { id, title, meaning, remedy, exceptions, source, needs = "" } = rule;
    const text = [id, title, meaning, remedy, ...exceptions, source, needs].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
