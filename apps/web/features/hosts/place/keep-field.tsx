"use client";

import { useId } from "react";
import { Input } from "@/ui/input";
import { Select } from "@/ui/select";

interface KeepFieldProps {
  readonly label: string;
  /** Undefined: each host keeps its own; empty: none. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** A word that many hosts are to share, or that each keeps as it is. */
export function KeepField({ label, value, onChange }: KeepFieldProps) {
  const id = useId();
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-medium text-table">{label}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        <Select
          id={id}
          aria-label={label}
          value={value === undefined ? "keep" : "set"}
          onValueChange={(choice) => onChange(choice === "keep" ? undefined : "")}
          options={[
            { value: "keep", label: "Leave as it is" },
            { value: "set", label: "Set" },
          ]}
        />
        {value === undefined ? null : (
          <Input
            aria-label={`${label} of all of them`}
            placeholder="None"
            value={value}
            maxLength={100}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </div>
    </fieldset>
  );
}
