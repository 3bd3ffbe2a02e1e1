import Link from "next/link";
import type { ReactNode } from "react";
import { HealthBadge } from "@/ui/status";
import type { ListedRule } from "./rule-search";

interface RuleItemProps {
  readonly rule: ListedRule;
  /** How many thresholds somebody set in place of its own. */
  readonly setFor: number;
}

/** All that is said about a rule. */
export function RuleItem({ rule, setFor }: RuleItemProps) {
  const { id, title, meaning, meaningAt, remedy, remedyAt, exceptions, source, needs, ends } = rule;
  return (
    <li id={id} className="grid scroll-mt-16 gap-2 px-4 py-3 target:bg-accent-soft">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h3 className="font-medium">{title}</h3>
        <code className="break-all font-mono text-muted text-xs">{id}</code>
        {setFor === 0 ? null : (
          <Link href={`/settings/thresholds?rule=${id}`} className="text-accent text-table hover:underline">
            {setFor === 1 ? "1 other threshold set" : `${setFor} other thresholds set`}
          </Link>
        )}
      </div>
      <Grades rule={rule} />
      <dl className="grid max-w-6xl gap-x-6 gap-y-2 text-table md:grid-cols-2">
        <Words term="What it means" by={meaningAt}>
          {meaning}
        </Words>
        <Words term="What to do" by={remedyAt}>
          {remedy}
        </Words>
        <Words term="Exceptions">{exceptions.join(" ")}</Words>
        <Words term="Source">{source}</Words>
        {needs === undefined ? <Words term="Until">{ends}</Words> : <Words term="Needs">{needs}</Words>}
      </dl>
    </li>
  );
}

function Grades({ rule: { grades, gradeTexts } }: { rule: ListedRule }) {
  if (grades.length === 0) return <p className="text-muted text-table">It makes no condition.</p>;
  return (
    <ul className="grid gap-0.5 text-table">
      {grades.map(({ severity }, place) => (
        <li key={severity} className="flex flex-wrap items-baseline gap-x-2">
          <HealthBadge status={severity} plain /> {gradeTexts[place]}
        </li>
      ))}
    </ul>
  );
}

interface WordsProps {
  readonly term: string;
  /** Where a severity has words of its own. */
  readonly by?: ListedRule["meaningAt"];
  readonly children: ReactNode;
}

function Words({ term, by, children }: WordsProps) {
  if (children === "") return null;
  return (
    <div>
      <dt className="text-muted">{term}</dt>
      <dd className="max-w-prose">
        {children}
        {Object.entries(by ?? {}).map(([severity, words]) => (
          <p key={severity}>
            <span className="text-muted">If {severity}:</span> {words}
          </p>
        ))}
      </dd>
    </div>
  );
}
