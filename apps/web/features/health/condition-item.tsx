import type { ReactNode } from "react";
import { HealthBadge } from "@/ui/status";
import { AcknowledgedBy } from "./acknowledged-by";
import { BeganInMaintenance } from "./began-in-maintenance";
import { type Condition, meaningBeside } from "./condition";
import { ConditionFigures } from "./condition-figures";

interface ConditionItemProps {
  readonly condition: Condition;
  /** What can be done about it: buttons. */
  readonly acts?: ReactNode;
}

/** One open condition in full: how bad, which rule, its figures, what it means and what to do. */
export function ConditionItem({ condition, acts }: ConditionItemProps) {
  const { severity, title, text, remedy, acknowledged, maintenance } = condition;
  return (
    <li aria-label={title} className="grid gap-2 px-4 py-3">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <HealthBadge status={severity} />
        <h3 className="font-medium">{title}</h3>
        <ConditionFigures condition={condition} />
        {acts ? <div className="ml-auto flex flex-wrap gap-2 max-sm:ml-0">{acts}</div> : null}
      </div>
      <p className="max-w-prose">{text}</p>
      <dl className="grid max-w-5xl gap-x-6 gap-y-2 text-table md:grid-cols-2">
        <Words term="What it means">{meaningBeside(condition)}</Words>
        <Words term="What to do">{remedy}</Words>
      </dl>
      {maintenance ? <BeganInMaintenance maintenance={maintenance} /> : null}
      {acknowledged ? <AcknowledgedBy acknowledged={acknowledged} /> : null}
    </li>
  );
}

/** Nothing where there is nothing to say. */
function Words({ term, children }: { term: string; children: string }) {
  if (children === "") return null;
  return (
    <div>
      <dt className="text-muted">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
