import { formatBytes, formatCount, formatPercent } from "../../units/units.ts";
import { type Criterion, fail, type Judgement, notJudged, pass } from "../criterion.ts";
import type { QualifiedPoint, VerifiedFacts } from "../facts.ts";

export const dataIntact: Criterion = {
  id: "dataIntact",
  name: "Data intact over the whole span",
  limit: "every block written and read back as it was written",
  source: "Crosspoint",
  judge: ({ points }) => {
    const verified = points.filter(({ data }) => data === "verified");
    const wrong = verified.flatMap(({ verification }) => (verification?.mismatched ? [verification] : []));
    const [first] = wrong.toSorted((a, b) => Number(firstOf(a) - firstOf(b)));
    if (first !== undefined) return fail(mismatchWords(first, wrong));
    return coverage(verified.filter(({ isFill }) => isFill));
  },
};

function firstOf({ firstMismatchBytes }: VerifiedFacts): bigint {
  return BigInt(firstMismatchBytes ?? 0);
}

function mismatchWords(first: VerifiedFacts, all: readonly VerifiedFacts[]): string {
  const reads = all.reduce((sum, { mismatched }) => sum + mismatched, 0);
  const offset = first.firstMismatchBytes;
  const where = offset === undefined ? "" : `, the first at byte ${formatCount(BigInt(offset))}`;
  return `${formatCount(reads)} ${reads === 1 ? "block" : "blocks"} read back wrong${where}.`;
}

/** Of the fills the one that read back most. Part of a span proves nothing of the rest. */
function coverage(fills: readonly QualifiedPoint[]): Judgement {
  const [best] = fills.toSorted((a, b) => shareOf(b) - shareOf(a));
  if (best === undefined) return notJudged("No step of the plan fills the drive with verified data.");
  const { verification, spanPercent, reason } = best;
  const why = reason === undefined ? "" : ` ${reason}`;
  if (verification === undefined) return notJudged(`Nothing was read back.${why}`);
  const read = formatBytes(BigInt(verification.readBackBytes)).text;
  if (shareOf(best) >= 100) return pass(`${read} read back, 100 % of the span.`);
  // Rounded down: 100 % is said only of all.
  const share = formatPercent(Math.floor(shareOf(best) * 10) / 10).text;
  const part = spanPercent < 100 ? ` The plan writes ${spanPercent} % of it.` : "";
  return notJudged(`Only ${read} were read back, ${share} of the span.${part}${why}`);
}

/** Percent of the whole target that was read back as it was written. */
function shareOf({ verification, spanPercent }: QualifiedPoint): number {
  if (verification === undefined || verification.spanBytes === "0") return 0;
  const isAll = verification.readBackBytes === verification.spanBytes;
  const share = isAll ? 1 : Number(verification.readBackBytes) / Number(verification.spanBytes);
  return Math.min(share, isAll ? 1 : 0.999_999) * spanPercent;
}

export const noFailedOperations: Criterion = {
  id: "noFailedOperations",
  name: "No failed operations",
  limit: "0",
  source: "Crosspoint",
  judge: ({ points }) => {
    const counts = new Map<string, number>();
    // A block that was read back wrong is not an operation that failed.
    for (const { name, count } of points.flatMap(({ errors }) => errors)) {
      if (name !== "MISMATCH") counts.set(name, (counts.get(name) ?? 0) + count);
    }
    if (!points.some(({ state }) => state === "complete" || state === "failed")) {
      return notJudged("No point was measured.");
    }
    const words = [...counts].map(([name, count]) => `${formatCount(count)} × ${name}`);
    return words.length === 0 ? pass("0") : fail(`${words.join(", ")}.`);
  },
};

export const planComplete: Criterion = {
  id: "planComplete",
  name: "Every step carried out",
  limit: "the run is complete, and no verified data were left out",
  source: "Crosspoint",
  judge: ({ runState, runReason, points }) => {
    if (runState !== "complete") {
      const why = runReason === undefined ? "" : `: ${runReason}`;
      return notJudged(`The run is ${runState}${why}${why.endsWith(".") ? "" : "."}`);
    }
    const measured = points.filter(({ state }) => state === "complete").length;
    const skipped = points.filter(({ state }) => state === "skipped").length;
    const left = points.length - measured - skipped;
    if (left > 0) return notJudged(`${formatCount(left)} of ${formatCount(points.length)} points have no result.`);
    const missed = points.find(({ state, data }) => state === "skipped" && data === "verified");
    if (missed !== undefined) {
      const what = missed.isFill ? "fill" : "load";
      return notJudged(`A ${what} of verified data was skipped: ${missed.reason ?? "no reason"}`);
    }
    const words = skipped === 0 ? "" : `, ${formatCount(skipped)} skipped for a stated reason`;
    return pass(`${formatCount(measured)} points measured${words}.`);
  },
};
