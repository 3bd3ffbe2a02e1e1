import { ChoiceField } from "../fields/choice-field";
import { FieldGrid } from "../fields/field-grid";
import { MoreFields } from "../fields/more-fields";
import { ValueField } from "../fields/value-field";
import type { StepForm } from "../step-form";

const methods = [
  { value: "sequential", label: "Sequential writes" },
  { value: "random", label: "Random writes" },
  { value: "sprandom", label: "SPRandom (one pass)" },
] as const;

const more = ["queueDepth", "threads", "data", "spanPercent", "durationSecondsMax"];

export function FillEditor({ form }: { form: StepForm }) {
  const isSprandom = form.get(["method"]) === "sprandom";
  const choose = (method: string | undefined) => {
    const { fills = 2, overProvisioningPercent = 10 } = {
      fills: form.get(["fills"]),
      overProvisioningPercent: form.get(["overProvisioningPercent"]),
    };
    // Each method needs the one and refuses the other.
    const rest =
      method === "sprandom"
        ? { fills: undefined, overProvisioningPercent }
        : { fills, overProvisioningPercent: undefined };
    form.setAll({ method, ...rest });
  };
  return (
    <div className="grid gap-3">
      <FieldGrid>
        <ChoiceField form={form} path={["method"]} label="Method" options={methods} onChoose={choose} />
        <ValueField form={form} path={["blockBytes"]} label="Block size (B)" kind="bytes" hint="512, 4k, 128k" />
        {isSprandom && form.get(["fills"]) === undefined ? null : (
          <ValueField
            form={form}
            path={["fills"]}
            label="Passes"
            kind="count"
            hint="How many times the span is written."
          />
        )}
        {isSprandom || form.get(["overProvisioningPercent"]) !== undefined ? (
          <ValueField
            form={form}
            path={["overProvisioningPercent"]}
            label="Over-provisioning (%)"
            kind="percent"
            hint="Spare capacity of the drive that SPRandom assumes."
          />
        ) : null}
      </FieldGrid>
      <MoreFillFields form={form} />
    </div>
  );
}

function MoreFillFields({ form }: { form: StepForm }) {
  return (
    <MoreFields title="Depth, data, span, time limit" isUsed={more.some((field) => form.get([field]) !== undefined)}>
      <FieldGrid>
        <ValueField form={form} path={["queueDepth"]} label="Queue depth" kind="count" placeholder="32" />
        <ValueField form={form} path={["threads"]} label="Threads" kind="count" placeholder="1" />
        <ValueField
          form={form}
          path={["data"]}
          label="Data"
          kind="text"
          placeholder="incompressible"
          hint="incompressible, compressible:2 or verified"
        />
        <ValueField form={form} path={["spanPercent"]} label="Span (%)" kind="percent" placeholder="100" />
        <ValueField
          form={form}
          path={["durationSecondsMax"]}
          label="Time limit (s)"
          kind="seconds"
          placeholder="604800"
          hint="The fill ends by then, complete or not."
        />
      </FieldGrid>
    </MoreFields>
  );
}
