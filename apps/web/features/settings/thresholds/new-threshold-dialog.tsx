"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { QueryError } from "@/features/navigation/page-error";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Select } from "@/ui/select";
import { Skeleton } from "@/ui/skeleton";
import { ChangeThresholdDialog } from "./change-threshold-dialog";
import { ScopeFields } from "./scope-fields";
import type { NamedScope } from "./threshold";

/** Which rule and which drives; then its figures. What is set for them already is changed. */
export function NewThresholdDialog({ onClose }: { onClose: () => void }) {
  const { data: rules, error, refetch } = useQuery(useTRPC().health.rules.queryOptions());
  const [ruleId, setRuleId] = useState("");
  const [chosen, setChosen] = useState<NamedScope | undefined>({ scope: { kind: "fleet" }, name: "the fleet" });
  const [next, setNext] = useState(false);
  const judged = rules?.filter(({ needs, grades }) => needs === undefined && grades.length > 0) ?? [];
  const rule = judged.find(({ id }) => id === ruleId);
  if (next && rule !== undefined && chosen !== undefined) {
    return <ChangeThresholdDialog of={chosen} ruleId={rule.id} onClose={onClose} />;
  }
  const why = rule === undefined ? "Choose a rule." : chosen === undefined ? "Choose the drives." : undefined;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Set threshold"
      description="Of one rule, for some drives. The narrowest that is set counts."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabledReason={why} onClick={() => setNext(true)}>
            Continue
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {error ? <QueryError error={error} retry={() => void refetch()} /> : null}
        {rules === undefined && !error ? <Skeleton className="h-14" /> : null}
        {rules === undefined ? null : (
          <Field label="Rule" hint={rule?.gradeTexts.length ? rule.meaning : undefined}>
            <Select
              value={ruleId}
              onValueChange={setRuleId}
              options={[
                { value: "", label: "Choose…" },
                ...judged.map(({ id, title }) => ({ value: id, label: title })),
              ]}
            />
          </Field>
        )}
        <ScopeFields chosen={chosen} onChange={setChosen} />
      </div>
    </Dialog>
  );
}
