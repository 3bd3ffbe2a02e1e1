"use client";

import { protocolLimits } from "@crosspoint/protocol/limits";
import { Field } from "@/ui/field";
import { Select } from "@/ui/select";
import { ChoiceField } from "../fields/choice-field";
import { FieldGrid } from "../fields/field-grid";
import { ValueField } from "../fields/value-field";
import type { StepForm } from "../step-form";
import { ItemList } from "./item-list";

const raised = [
  { value: "rate", label: "Rate (times what the load asks)" },
  { value: "queueDepth", label: "Queue depth" },
  { value: "threads", label: "Threads" },
] as const;

const directions = [
  { value: "read", label: "Reads" },
  { value: "write", label: "Writes" },
] as const;

export function SearchEditor({ form }: { form: StepForm }) {
  return (
    <div className="grid gap-3">
      <FieldGrid>
        <ChoiceField form={form} path={["raise"]} label="Raise" options={raised} />
        <ValueField form={form} path={["from"]} label="From" kind="rate" />
        <ValueField
          form={form}
          path={["to"]}
          label="To"
          kind="rate"
          hint="Doubles up to it, then halves the interval."
        />
        <ValueField
          form={form}
          path={["resolution"]}
          label="Resolution"
          kind="rate"
          hint="The answer is known to this."
        />
        <ValueField
          form={form}
          path={["confirmSeconds"]}
          label="Confirm for (s)"
          kind="seconds"
          placeholder="not confirmed"
          hint="The answer is measured once more, for so long."
        />
      </FieldGrid>
      <ItemList
        form={form}
        field="criteria"
        name="criterion"
        least={1}
        most={protocolLimits.criteriaPerSearch}
        newItem={() => ({ direction: "read", percentile: 99.9, belowNs: 1_000_000 })}
      >
        {(criterion) => <CriterionFields form={criterion} />}
      </ItemList>
    </div>
  );
}

const forms = [
  { value: "percentile", label: "A percentile is below a latency" },
  { value: "over", label: "Few take longer than a latency" },
  { value: "rate", label: "The rate is kept" },
] as const;
type CriterionForm = (typeof forms)[number]["value"];

const newForms: Readonly<Record<CriterionForm, Readonly<Record<string, number>>>> = {
  percentile: { percentile: 99.9, belowNs: 1_000_000 },
  over: { overNs: 1_000_000, percentBelow: 5 },
  rate: { ratePercentAtLeast: 98 },
};

/** What must hold for a value to pass. */
function CriterionFields({ form }: { form: StepForm }) {
  const chosen = formOf(form);
  const choose = (next: CriterionForm) => {
    const { direction, stream } = { direction: form.get(["direction"]), stream: form.get(["stream"]) };
    form.set([], { ...(stream === undefined ? {} : { stream }), direction, ...newForms[next] });
  };
  return (
    <FieldGrid>
      <Field label="Holds where">
        <Select className="w-full" value={chosen} options={forms} onValueChange={choose} />
      </Field>
      <ChoiceField form={form} path={["direction"]} label="Of" options={directions} />
      <ValueField
        form={form}
        path={["stream"]}
        label="Of stream"
        kind="text"
        placeholder="none"
        hint="Only where the step is Streams."
      />
      {chosen === "percentile" ? (
        <>
          <ValueField form={form} path={["percentile"]} label="Percentile" kind="count" hint="50, 99, 99.9" />
          <ValueField form={form} path={["belowNs"]} label="Below (ns)" kind="nanoseconds" hint="1ms, 250us" />
        </>
      ) : null}
      {chosen === "over" ? (
        <>
          <ValueField form={form} path={["overNs"]} label="Longer than (ns)" kind="nanoseconds" hint="1ms, 250us" />
          <ValueField form={form} path={["percentBelow"]} label="Fewer than (%)" kind="percent" />
        </>
      ) : null}
      {chosen === "rate" ? (
        <ValueField
          form={form}
          path={["ratePercentAtLeast"]}
          label="At least (%)"
          kind="percent"
          hint="Of the rate that the load asks for."
        />
      ) : null}
    </FieldGrid>
  );
}

function formOf(form: StepForm): CriterionForm {
  if (form.get(["ratePercentAtLeast"]) !== undefined) return "rate";
  return form.get(["overNs"]) === undefined && form.get(["percentBelow"]) === undefined ? "percentile" : "over";
}
