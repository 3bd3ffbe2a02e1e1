import { formatBytes, formatCount, formatPercent } from "@crosspoint/domain";
import type { Outputs } from "@/api/client";

type Verification = NonNullable<Outputs["run"]["get"]["points"][number]["verification"]>;

/** How much was read back as it was written, and where the first block is that was not. */
export function VerifiedLine({ verification }: { verification: Verification }) {
  const { mismatched, firstMismatchBytes, readBackBytes, spanBytes } = verification;
  const where =
    firstMismatchBytes === undefined ? "" : `, the first at byte ${formatCount(BigInt(firstMismatchBytes))}`;
  return (
    <span className={mismatched > 0 ? "block text-failed" : "block text-muted"}>
      {formatBytes(BigInt(readBackBytes)).text} read back ({shareWords(readBackBytes, spanBytes)} of the span)
      {mismatched > 0 ? `; ${formatCount(mismatched)} wrong${where}` : ""}
    </span>
  );
}

/** Rounded down: 100 % is said only of all. */
function shareWords(part: string, whole: string): string {
  if (part === whole) return formatPercent(100).text;
  return formatPercent(Math.floor((Number(part) / Number(whole)) * 1000) / 10).text;
}
