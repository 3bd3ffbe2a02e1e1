"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { Field } from "@/ui/field";
import { Select } from "@/ui/select";

const all = "all";

interface ConditionFieldProps {
  /** The id of a rule; undefined for every condition. */
  readonly rule: string | undefined;
  readonly onChange: (rule: string | undefined) => void;
}

/** Which conditions of the drives are meant: all that are open, or those of one rule. */
export function ConditionField({ rule, onChange }: ConditionFieldProps) {
  const { data: rules = [] } = useQuery(useTRPC().health.rules.queryOptions());
  const judged = rules.filter(({ needs, grades }) => needs === undefined && grades?.some(canBeAcknowledged));
  const options = judged.map(({ id, title }) => ({ value: id as string, label: title ?? id }));
  return (
    <Field label="Conditions">
      <Select
        value={rule ?? all}
        onValueChange={(value) => onChange(value === all ? undefined : value)}
        options={[{ value: all, label: "All open conditions" }, ...options.toSorted(byLabel)]}
      />
    </Field>
  );
}

/** Not that a drive is missing, or that nothing is known of it. */
function canBeAcknowledged({ severity }: { readonly severity: string }): boolean {
  return ["watch", "replace", "failed"].includes(severity);
}

function byLabel(a: { readonly label: string }, b: { readonly label: string }): number {
  return a.label.localeCompare(b.label, "en");
}
