/**
 * What a person should think of a drive, the most urgent first: the order of every list, legend and filter. `missing`: no
 * host has the drive any more; `notReporting`: its host has fallen silent, so that nothing known of it is current.
 */
export const VERDICTS = [
  "notResponding",
  "failed",
  "replace",
  "missing",
  "notReporting",
  "watch",
  "unknown",
  "good",
] as const;

export type Verdict = (typeof VERDICTS)[number];

/** Verdicts of drives that somebody should look at. Where a host is silent, it is the host: its drives are not looked at one by one. */
export const VERDICTS_IN_NEED: readonly Verdict[] = VERDICTS.filter(
  (verdict) => verdict !== "good" && verdict !== "notReporting",
);

/** What one condition makes of a drive. */
export type Severity = Exclude<Verdict, "good">;

/** Place in {@link VERDICTS}: 0 is the most urgent. */
export function verdictRank(verdict: Verdict): number {
  return VERDICTS.indexOf(verdict);
}

/** The verdict of a rank; `unknown` for one that this version does not have. */
export function verdictOfRank(rank: number): Verdict {
  return VERDICTS[rank] ?? "unknown";
}

/** The most urgent of the open conditions; good where there is none. */
export function worstVerdict(conditions: Iterable<{ readonly severity: Severity }>): Verdict {
  let worst: Verdict = "good";
  for (const { severity } of conditions) if (verdictRank(severity) < verdictRank(worst)) worst = severity;
  return worst;
}
