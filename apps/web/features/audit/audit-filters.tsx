"use client";

import { X } from "lucide-react";
import { useId } from "react";
import { Button } from "@/ui/button";
import { Input } from "@/ui/input";
import { Select } from "@/ui/select";
import { type AuditFilter, auditVerbs } from "./audit-filter";

const anything = "anything";

interface AuditFiltersProps {
  readonly filter: AuditFilter;
  readonly onChange: (change: Partial<AuditFilter>) => void;
}

/** Who, what, and of which object; all of it in the URL. */
export function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const whoId = useId();
  const isKnown = auditVerbs.some(([action]) => action === filter.did);
  const verbs = isKnown || filter.did === "" ? auditVerbs : [...auditVerbs, [filter.did, filter.did] as const];
  return (
    <search className="flex flex-wrap items-center gap-2" aria-label="Filter the audit">
      <label htmlFor={whoId} className="sr-only">
        Who
      </label>
      <Input
        id={whoId}
        className="w-56"
        placeholder="Who: e-mail or agent"
        value={filter.who}
        onChange={(event) => onChange({ who: event.target.value })}
      />
      <Select
        aria-label="Action"
        value={filter.did === "" ? anything : filter.did}
        onValueChange={(did) => onChange({ did: did === anything ? "" : did })}
        options={[{ value: anything, label: "All actions" }, ...verbs.map(([value, label]) => ({ value, label }))]}
      />
      {filter.object === "" ? null : (
        <Button size="small" onClick={() => onChange({ object: "" })}>
          One object only <X aria-hidden />
        </Button>
      )}
    </search>
  );
}
