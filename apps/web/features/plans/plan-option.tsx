import { cn } from "@/ui/classes";
import { EffectBadge } from "./effect-badge";
import type { PlanSummary } from "./group-plans";

interface PlanOptionProps {
  readonly checked: boolean;
  readonly onSelect: () => void;
  readonly name: string;
  readonly description: string;
  readonly facts: string;
  /** Absent where it depends on what is chosen. */
  readonly effect?: PlanSummary["effect"];
}

/** A plan to choose, with what it does to the data on its target. */
export function PlanOption({ checked, onSelect, name, description, facts, effect }: PlanOptionProps) {
  return (
    <label
      className={cn(
        "grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 border-b px-4 py-2.5 last:border-b-0 hover:bg-hover",
        checked && "bg-accent-soft",
      )}
    >
      <input type="radio" name="plan" className="mt-1 accent-(--accent)" checked={checked} onChange={onSelect} />
      <span className="min-w-0">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="min-w-0 wrap-anywhere font-medium">{name}</span>
          <span className="flex flex-wrap items-baseline gap-x-3 text-muted text-table">
            {facts}
            {effect === undefined ? null : <EffectBadge effect={effect} />}
          </span>
        </span>
        <span className="wrap-anywhere block max-w-[80ch] text-muted text-table">{description}</span>
      </span>
    </label>
  );
}
