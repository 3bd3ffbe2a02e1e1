"use client";

import { Banner } from "@/ui/banner";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { Select } from "@/ui/select";
import type { WorkloadErrors, WorkloadText } from "./workload";
import { workloadLabels } from "./workload-labels";

interface WorkloadFormProps {
  readonly value: WorkloadText;
  readonly onChange: (value: WorkloadText) => void;
  readonly errors: WorkloadErrors;
}

const patterns = [
  { value: "random", label: "Random" },
  { value: "sequential", label: "Sequential" },
] as const;

const numbers = [
  { field: "readPercent", hint: "100 is reads only; anything less writes." },
  { field: "blockKib", hint: "Size of one I/O; 0.5 is 512 B." },
  { field: "queueDepth", hint: "I/Os in flight per thread." },
  { field: "threads", hint: "Total depth is queue depth × threads." },
  { field: "durationS", hint: "p99.999 needs 1 M I/Os to have 10 samples above it." },
  { field: "rampS", hint: "Runs first; excluded from the results." },
  { field: "spanPercent", hint: "Share of the target that is accessed, from its start." },
] as const;

/** One workload, with what is not obvious said at the field. */
export function WorkloadForm({ value, onChange, errors }: WorkloadFormProps) {
  const writes = Number(value.readPercent) < 100;
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2 2xl:grid-cols-4">
        <Field label={workloadLabels.pattern} hint="Access order.">
          <Select
            className="w-full"
            value={value.pattern}
            options={patterns}
            onValueChange={(pattern) => onChange({ ...value, pattern })}
          />
        </Field>
        {numbers.map(({ field, hint }) => (
          <Field key={field} label={workloadLabels[field]} hint={hint} error={errors[field]}>
            <Input
              inputMode="decimal"
              value={value[field]}
              onChange={(event) => onChange({ ...value, [field]: event.target.value })}
            />
          </Field>
        ))}
      </div>
      {writes ? (
        <Banner tone="watch" title="This workload writes">
          On a drive it overwrites existing data. The host&apos;s policy must allow it, and you type the drive&apos;s
          serial before it starts.
        </Banner>
      ) : null}
    </div>
  );
}
