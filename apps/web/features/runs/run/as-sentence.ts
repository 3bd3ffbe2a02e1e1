/** A warning of the agent, which it writes as a clause, as a sentence. */
export function asSentence(clause: string): string {
  const text = clause.trim();
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
