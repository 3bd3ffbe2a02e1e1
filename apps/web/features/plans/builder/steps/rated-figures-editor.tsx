import { ChoiceField } from "../fields/choice-field";
import { FieldGrid } from "../fields/field-grid";
import { ValueField } from "../fields/value-field";
import type { StepForm } from "../step-form";
import { RampField } from "./time-fields";

const figures = [
  { value: "all", label: "All (writes the drive)" },
  { value: "reads", label: "Reads only" },
] as const;

/** Only what is written over before figures of writes has fills. */
export function RatedFiguresEditor({ form }: { form: StepForm }) {
  const readsOnly = form.get(["figures"]) === "reads";
  const choose = (next: string | undefined) =>
    form.setAll({
      figures: next,
      ...(next === "reads" ? { sequentialFills: undefined, randomFills: undefined, fillSecondsMax: undefined } : {}),
    });
  return (
    <FieldGrid>
      <ChoiceField
        form={form}
        path={["figures"]}
        label="Figures"
        options={figures}
        none="All (default)"
        hint="Of the catalog's spec sheet; a model without one is refused."
        onChoose={choose}
      />
      <ValueField
        form={form}
        path={["durationSeconds"]}
        label="Duration of each (s)"
        kind="seconds"
        hint="60, 10m, 1h"
      />
      <RampField form={form} />
      {readsOnly ? null : (
        <>
          <ValueField
            form={form}
            path={["sequentialFills"]}
            label="Sequential fills"
            kind="count"
            placeholder="1"
            hint="Before the first figure."
          />
          <ValueField
            form={form}
            path={["randomFills"]}
            label="Random fills"
            kind="count"
            placeholder="2"
            hint="Before figures of random writes."
          />
          <ValueField
            form={form}
            path={["fillSecondsMax"]}
            label="Time limit of each fill (s)"
            kind="seconds"
            placeholder="604800"
          />
        </>
      )}
    </FieldGrid>
  );
}
