import { formatCount, type Verdict } from "@crosspoint/domain";
import type { Fleet } from "./fleet";

/** "+3 since 2026-11-14": how many more drives have a verdict than at the end of that day. */
export function trendText(verdict: Verdict, count: number, { day, byVerdict }: NonNullable<Fleet["earlier"]>): string {
  const change = count - (byVerdict.find((each) => each.verdict === verdict)?.count ?? 0);
  if (change === 0) return `as on ${day}`;
  return `${change > 0 ? "+" : "−"}${formatCount(Math.abs(change))} since ${day}`;
}
