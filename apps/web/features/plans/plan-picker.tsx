"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useLayoutEffect, useRef, useState } from "react";
import { useTRPC } from "@/api/client";
import { QueryError } from "@/features/navigation/page-error";
import { Button } from "@/ui/button";
import { Input } from "@/ui/input";
import { Skeleton } from "@/ui/skeleton";
import { groupPlans, type PlanGroup, planFacts } from "./group-plans";
import { PlanOption } from "./plan-option";
import { findSaved, SavedPlanOptions } from "./saved-plan-options";

/** The plan of one workload that is put together here. */
export const customPlan = "custom";

interface PlanPickerProps {
  readonly value: string;
  /** The address names it: whoever comes with a plan sees which, and whoever comes without one sees the list from its beginning. */
  readonly isNamed: boolean;
  readonly onChange: (planId: string) => void;
}

/** The saved plans and the built-in ones by family, with a search, and the workload of one's own. */
export function PlanPicker(props: PlanPickerProps) {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.plan.list.queryOptions());
  const { data: savedPlans = [], isPending: savedPending } = useQuery(trpc.plan.saved.queryOptions());
  const [search, setSearch] = useState("");
  const list = useNamedFirstInView(props.isNamed, data !== undefined && !savedPending);
  if (error) {
    return (
      <div className="p-4">
        <QueryError error={error} retry={() => void refetch()} />
      </div>
    );
  }
  if (data === undefined) return <Skeleton className="m-4 h-128" />;
  const groups = groupPlans(data, search);
  const saved = findSaved(savedPlans, search);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2 border-b px-4 py-2">
        <Input
          type="search"
          aria-label="Search plans"
          placeholder="Name, publisher or workload"
          className="h-7 max-w-72"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <Button size="small" asChild>
          <Link href="/benchmarks/plans">All plans</Link>
        </Button>
      </div>
      <div ref={list} role="radiogroup" aria-label="Plan" className="max-h-128 overflow-y-auto">
        <PlanOption
          checked={props.value === customPlan}
          onSelect={() => props.onChange(customPlan)}
          name="Custom workload"
          description="Your own pattern, mix, block size, queue depth and duration."
          facts="1 point"
        />
        {saved.length > 0 ? <SavedPlanOptions plans={saved} {...props} /> : null}
        {groups.length === 0 && saved.length === 0 ? (
          <p className="px-4 py-6 text-muted">No results for "{search}"</p>
        ) : (
          groups.map((group) => <PlanFamily key={group.family} {...group} {...props} />)
        )}
      </div>
    </>
  );
}

/** Scrolls a list, and the list alone, to what one comes with, once all its rows are there. What is chosen later is in view. */
function useNamedFirstInView(isNamed: boolean, isWhole: boolean) {
  const list = useRef<HTMLDivElement>(null);
  const [cameNamed] = useState(isNamed);
  useLayoutEffect(() => {
    const chosen = list.current?.querySelector("input:checked")?.closest("label");
    if (!cameNamed || !isWhole || !list.current || !chosen) return;
    const headHeight = chosen.parentElement?.querySelector("h3")?.offsetHeight ?? 0;
    list.current.scrollTop +=
      chosen.getBoundingClientRect().top - list.current.getBoundingClientRect().top - headHeight;
  }, [cameNamed, isWhole]);
  return list;
}

function PlanFamily({ family, plans, value, onChange }: PlanGroup & PlanPickerProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot have a heading that stays at the top of a scrolled list.
    <div role="group" aria-label={family}>
      <h3 className="sticky top-0 border-b bg-sunken px-4 py-1 font-medium text-muted text-table">{family}</h3>
      {plans.map((plan) => (
        <PlanOption
          key={plan.id}
          checked={value === plan.id}
          onSelect={() => onChange(plan.id)}
          name={plan.name}
          description={plan.description}
          facts={planFacts(plan)}
          effect={plan.effect}
        />
      ))}
    </div>
  );
}
