/** A report as agents write it: members in the order of their names, the kind of an event first. */
export function reportText(agentTimeMs: number, events: readonly unknown[]): string {
  return JSON.stringify({ agentTimeMs, events: events.map(sorted) });
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).toSorted(([a], [b]) => orderOf(a) - orderOf(b) || (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}

const orderOf = (name: string) => (name === "kind" ? 0 : 1);
