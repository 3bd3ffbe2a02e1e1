import { formatCount } from "@crosspoint/domain";
import type { Outputs } from "@/api/client";
import { hostsText } from "./hosts-text";

const words = [
  ["succeeded", "upgraded"],
  ["failed", "went back"],
  ["declined", "declined"],
  ["interrupted", "interrupted"],
  ["expired", "not heard of"],
] as const;

export type States = Outputs["host"]["upgrades"][number]["states"];

/** Whether some of its hosts are still to end. */
export function isOpen(states: States): boolean {
  return (states.pending ?? 0) + (states.accepted ?? 0) > 0;
}

/** "2 of 5 hosts: 1 upgraded, 1 went back". */
export function upgradeText(states: States): string {
  const total = Object.values(states).reduce<number>((sum, count) => sum + (count ?? 0), 0);
  const over = total - (states.pending ?? 0) - (states.accepted ?? 0);
  const of = over === total ? hostsText(total) : `${formatCount(over)} of ${hostsText(total)}`;
  const counts = words.flatMap(([state, word]) => (states[state] ? [`${formatCount(states[state])} ${word}`] : []));
  return counts.length === 0 ? of : `${of}: ${counts.join(", ")}`;
}
