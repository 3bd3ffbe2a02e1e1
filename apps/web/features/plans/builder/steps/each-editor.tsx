"use client";

import { Field } from "@/ui/field";
import { Select } from "@/ui/select";
import { settings } from "../draft/words";
import { AxisField } from "../fields/axis-field";
import { ChoiceField } from "../fields/choice-field";
import { FieldGrid } from "../fields/field-grid";
import type { StepForm } from "../step-form";

export function EachEditor({ form }: { form: StepForm }) {
  const isOffered = form.get(["values"]) === "offered";
  const isText = form.get(["setting"]) === "scheduler";
  const ownValues = isText ? ["none", "mq-deadline"] : [0, 1];
  const chooseSetting = (setting: string | undefined) => {
    // Values of one setting are none of another.
    form.setAll({ setting, values: "offered" });
  };
  return (
    <FieldGrid>
      <ChoiceField form={form} path={["setting"]} label="Setting" options={settings} onChoose={chooseSetting} />
      <Field label="Values">
        <Select
          className="w-full"
          value={isOffered ? "offered" : "these"}
          options={[
            { value: "offered", label: "Every value the drive offers" },
            { value: "these", label: "These" },
          ]}
          onValueChange={(next) => form.set(["values"], next === "offered" ? "offered" : ownValues)}
        />
      </Field>
      {isOffered ? null : (
        <AxisField
          form={form}
          path={["values"]}
          label="List of values"
          kind={isText ? "text" : "count"}
          isList
          hint={isText ? "none mq-deadline" : "0 1 2"}
        />
      )}
    </FieldGrid>
  );
}
