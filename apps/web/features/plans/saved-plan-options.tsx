import type { Outputs } from "@/api/client";
import { planFacts } from "./group-plans";
import { PlanOption } from "./plan-option";
import { savedPlanKey, savedPlanOf } from "./saved-plan-key";

export type SavedPlan = Outputs["plan"]["saved"][number];

/** The saved plans that a search finds; every word must be there. */
export function findSaved(plans: readonly SavedPlan[], search: string): readonly SavedPlan[] {
  const words = search.toLowerCase().split(/\s+/);
  return plans.filter(({ name, description, savedBy, createdBy }) => {
    const text = [name, description, savedBy, createdBy].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

interface SavedPlanOptionsProps {
  readonly plans: readonly SavedPlan[];
  readonly value: string;
  readonly onChange: (planId: string) => void;
}

/** The plans that the team saved, each in its newest version unless another one was chosen. */
export function SavedPlanOptions({ plans, value, onChange }: SavedPlanOptionsProps) {
  const chosen = savedPlanOf(value);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot have a heading that stays at the top of a scrolled list.
    <div role="group" aria-label="Saved plans">
      <h3 className="sticky top-0 border-b bg-sunken px-4 py-1 font-medium text-muted text-table">Saved plans</h3>
      {plans.map((plan) => {
        const version = chosen?.savedPlanId === plan.id ? chosen.version : plan.latestVersion;
        const isOld = version !== plan.latestVersion;
        return (
          <PlanOption
            key={plan.id}
            checked={chosen?.savedPlanId === plan.id}
            onSelect={() => onChange(savedPlanKey(plan.id, plan.latestVersion))}
            name={plan.name}
            description={`${asSentence(plan.description)} Version ${version}${isOld ? ` of ${plan.latestVersion}` : `, saved by ${plan.savedBy}`}.`.trim()}
            facts={isOld ? "" : planFacts(plan)}
            {...(isOld ? {} : { effect: plan.effect })}
          />
        );
      })}
    </div>
  );
}

function asSentence(description = ""): string {
  return description.trim().replace(/[^.!?]$/, "$&.");
}
