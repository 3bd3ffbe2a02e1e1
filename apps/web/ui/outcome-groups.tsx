import { formatCount } from "@crosspoint/domain";
import { Ban, Check } from "lucide-react";
import type { ReactNode } from "react";

/** Things to which the same would happen, or to which nothing would for the same reason. */
export interface OutcomeGroup {
  readonly id: string;
  readonly will: boolean;
  readonly outcome: ReactNode;
  /** "96 hosts". */
  readonly countText: string;
  /** The first of them, and how many more there are. */
  readonly names: readonly string[];
  readonly more?: number;
}

/** What an act on many would come to, a line for each outcome; which ones that are is behind one press. */
export function OutcomeGroups({ groups }: { groups: readonly OutcomeGroup[] }) {
  return (
    <ul className="max-h-80 divide-y overflow-y-auto rounded-md border">
      {groups.map((group) => (
        <li key={group.id}>
          <Group group={group} />
        </li>
      ))}
    </ul>
  );
}

function Group({ group: { will, outcome, countText, names, more = 0 } }: { group: OutcomeGroup }) {
  const Icon = will ? Check : Ban;
  return (
    <details className="px-3 py-1.5 text-table">
      <summary className="cursor-pointer">
        <Icon className={`mr-1.5 inline size-4 ${will ? "text-good" : "text-muted"}`} aria-hidden />
        <span className="sr-only">{will ? "Will: " : "Won't: "}</span>
        {outcome} <span className="text-muted">· {countText}</span>
      </summary>
      <p className="wrap-anywhere mt-1 font-mono text-xs">
        {names.join(", ")}
        {more > 0 ? ` and ${formatCount(more)} more` : ""}
      </p>
    </details>
  );
}
