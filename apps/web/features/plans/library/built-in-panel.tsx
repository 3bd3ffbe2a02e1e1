import { Panel } from "@/ui/panel";
import { EffectBadge } from "../effect-badge";
import { type PlanGroup, type PlanSummary, planFacts } from "../group-plans";
import { PlanActions } from "./plan-actions";

/** The built-in plans, family by family. */
export function BuiltInPanel({ groups }: { groups: readonly PlanGroup[] }) {
  return (
    <Panel title="Built-in plans" note={String(groups.reduce((sum, { plans }) => sum + plans.length, 0))} flush>
      {groups.length === 0 ? <p className="px-4 py-6 text-muted">No built-in plan matches.</p> : null}
      {groups.map(({ family, plans }) => (
        <section key={family} aria-label={family}>
          <h3 className="border-b bg-sunken px-4 py-1 font-medium text-muted text-table">{family}</h3>
          <ul className="border-b last:border-b-0">
            {plans.map((plan) => (
              <BuiltInRow key={plan.id} plan={plan} />
            ))}
          </ul>
        </section>
      ))}
    </Panel>
  );
}

function BuiltInRow({ plan }: { plan: PlanSummary }) {
  const { id, name, description, effect } = plan;
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-1 border-b px-4 py-2.5 last:border-b-0">
      <div className="min-w-0 flex-1 basis-80">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium">{name}</span>
          <span className="text-muted text-table">{planFacts(plan)}</span>
          <span className="text-table">
            <EffectBadge effect={effect} />
          </span>
        </p>
        <p className="max-w-[90ch] text-muted text-table">{description}</p>
      </div>
      <PlanActions planKey={id} name={name} plan={{ kind: "builtIn", planId: id }} />
    </li>
  );
}
