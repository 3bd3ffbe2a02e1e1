/** Says of a complete run that results of it have not arrived. */
export function missingPointsNote(missing: number, total: number): string {
  return `${missing} of ${total} points have no result: it has not arrived.`;
}

/** Whether a run's reason is such a note, and not the agent's own words. */
export function isMissingPointsNote(reason: string): boolean {
  return /^\d+ of \d+ points have no result: it has not arrived\.$/.test(reason);
}
