"use client";

import { Banner } from "@/ui/banner";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { Select } from "@/ui/select";
import type { WorkloadErrors, WorkloadText } from "./workload";

export { defaultWorkload, parseWorkload, type WorkloadText } from "./workload";

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
  { field: "readPercent", label: "Reads (%)", hint: "100 only reads; anything less writes." },
  { field: "blockKib", label: "Block size (KiB)", hint: "Bytes of one operation; 0.5 is 512 B." },
  { field: "queueDepth", label: "Queue depth", hint: "Operations in flight on each thread." },
  { field: "threads", label: "Threads", hint: "The drive sees depth times threads." },
  { field: "durationS", label: "Measured time (s)", hint: "99.999 % needs a million operations to stand on ten." },
  { field: "rampS", label: "Ramp (s)", hint: "Runs first and is left out of every figure." },
  { field: "spanPercent", label: "Span (%)", hint: "Share of the target that is touched, from its start." },
] as const;

/** One workload, with what is not obvious said at the field. */
export function WorkloadForm({ value, onChange, errors }: WorkloadFormProps) {
  const writes = Number(value.readPercent) < 100;
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2 2xl:grid-cols-4">
        <Field label="Pattern" hint="Where the next operation goes.">
          <Select
            className="w-full"
            value={value.pattern}
            options={patterns}
            onValueChange={(pattern) => onChange({ ...value, pattern })}
          />
        </Field>
        {numbers.map(({ field, label, hint }) => (
          <Field key={field} label={label} hint={hint} error={errors[field]}>
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
          On a drive it overwrites what is stored there. The host&apos;s own policy must allow it, and you type the
          drive&apos;s serial before it starts.
        </Banner>
      ) : null}
    </div>
  );
}
