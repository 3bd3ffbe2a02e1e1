import { formatCount } from "@crosspoint/domain";
import type { TooLittle } from "@crosspoint/domain/analysis";

/** "3 of the 200 seconds that it needs". */
export function tooLittleWords({ of, needs, has }: Pick<TooLittle, "of" | "needs" | "has">): string {
  return `Too few ${of}: ${formatCount(has)}, and ${formatCount(needs)} are needed.`;
}

/** Seconds that are read of a point. */
const readSeconds = 86_400;

/** "the last 200 s", of the point or of what is read of it. */
export function lastWords({ basis }: Based, seconds: string): string {
  const isCut = basis.seconds + basis.missingSeconds >= readSeconds;
  return `the last ${seconds}${isCut ? " of the first 24\u2009h" : ""}`;
}

interface Based {
  readonly basis: { readonly seconds: number; readonly missingSeconds: number };
}

/** What the figures are based on. */
export function consistencyBasis({ basis }: Based): string {
  const { seconds, missingSeconds } = basis;
  const missing = missingSeconds === 0 ? "" : `; ${formatCount(missingSeconds)} did not arrive and are left out`;
  return `${formatCount(seconds)} seconds, warm-up excluded${missing}`;
}
