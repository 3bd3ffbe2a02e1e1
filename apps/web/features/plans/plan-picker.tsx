"use client";

import { formatDuration } from "@crosspoint/domain";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { QueryError } from "@/features/navigation/page-error";
import { cn } from "@/ui/classes";
import { Skeleton } from "@/ui/skeleton";

/** The plan of one workload that is put together here. */
export const customPlan = "custom";

export function PlanPicker({ value, onChange }: { value: string; onChange: (planId: string) => void }) {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.plan.list.queryOptions());
  if (error) {
    return (
      <div className="p-4">
        <QueryError error={error} retry={() => void refetch()} />
      </div>
    );
  }
  if (data === undefined) return <Skeleton className="m-4 h-32" />;
  return (
    <div role="radiogroup" aria-label="Plan">
      {data.map((plan) => (
        <PlanOption
          key={plan.id}
          checked={value === plan.id}
          onSelect={() => onChange(plan.id)}
          name={plan.name}
          description={plan.description}
          facts={`${formatDuration(plan.durationMs)}, ${plan.points.length} ${plan.points.length === 1 ? "point" : "points"}, ${plan.readsOnly ? "reads only" : "writes"}`}
        />
      ))}
      <PlanOption
        checked={value === customPlan}
        onSelect={() => onChange(customPlan)}
        name="Custom workload"
        description="Your own pattern, mix, block size, queue depth and duration."
        facts="1 point"
      />
    </div>
  );
}

interface PlanOptionProps {
  readonly checked: boolean;
  readonly onSelect: () => void;
  readonly name: string;
  readonly description: string;
  readonly facts: string;
}

function PlanOption({ checked, onSelect, name, description, facts }: PlanOptionProps) {
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
          <span className="font-medium">{name}</span>
          <span className="text-muted text-table">{facts}</span>
        </span>
        <span className="block max-w-[80ch] text-muted text-table">{description}</span>
      </span>
    </label>
  );
}
