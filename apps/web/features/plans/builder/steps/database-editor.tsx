import { AxisField } from "../fields/axis-field";
import { ChoiceField } from "../fields/choice-field";
import { FieldGrid } from "../fields/field-grid";
import { ValueField } from "../fields/value-field";
import type { StepForm } from "../step-form";
import { RampField } from "./time-fields";

const systems = [{ value: "postgresql", label: "PostgreSQL (pgbench)" }] as const;

const benchmarks = [
  { value: "tpcbLike", label: "TPC-B-like (reads and writes)" },
  { value: "selectOnly", label: "Select only" },
] as const;

export function DatabaseEditor({ form }: { form: StepForm }) {
  return (
    <FieldGrid>
      <ChoiceField form={form} path={["system"]} label="System" options={systems} hint="From the host's packages." />
      <ChoiceField form={form} path={["benchmark"]} label="Benchmark" options={benchmarks} />
      <ValueField
        form={form}
        path={["sizeGib"]}
        label="Size (GiB)"
        kind="count"
        hint="Larger than the host's memory reads the drive."
      />
      <AxisField form={form} path={["clients"]} label="Clients" kind="count" hint="4 8 16, or 4..128 to double" />
      <ValueField form={form} path={["durationSeconds"]} label="Duration (s)" kind="seconds" hint="60, 10m, 1h" />
      <RampField form={form} />
    </FieldGrid>
  );
}
