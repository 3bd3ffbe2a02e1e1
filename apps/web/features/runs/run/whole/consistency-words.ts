import { formatCount } from "@crosspoint/domain";
import type { TooLittle } from "@crosspoint/domain/analysis";

/** "3 of the 200 seconds that it needs". */
export function tooLittleWords({ of, needs, has }: Pick<TooLittle, "of" | "needs" | "has">): string {
  return `Too few ${of}: ${formatCount(has)}, and ${formatCount(needs)} are needed.`;
}

/** What the figures are based on. */
export function consistencyBasis({ basis }: { readonly basis: { seconds: number; missingSeconds: number } }): string {
  const { seconds, missingSeconds } = basis;
  const missing = missingSeconds === 0 ? "" : `; ${formatCount(missingSeconds)} did not arrive and are left out`;
  return `${formatCount(seconds)} seconds, warm-up excluded${missing}`;
}
