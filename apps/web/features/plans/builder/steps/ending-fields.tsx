"use client";

import { Field } from "@/ui/field";
import { Select } from "@/ui/select";
import { metrics } from "../draft/words";
import { ChoiceField } from "../fields/choice-field";
import { ValueField } from "../fields/value-field";
import type { StepForm } from "../step-form";

const endings = [
  { value: "duration", label: "After a time" },
  { value: "fills", label: "After passes over the span" },
  { value: "bytes", label: "After bytes moved" },
  { value: "steadyState", label: "At steady state" },
] as const;
type Ending = (typeof endings)[number]["value"];

const newEndings: Readonly<Record<Ending, unknown>> = {
  duration: 60,
  fills: 1,
  bytes: "100000000000",
  steadyState: {
    roundSeconds: 60,
    tracked: "iops",
    windowRounds: 5,
    excursionPercent: 20,
    slopePercent: 10,
    roundsMax: 25,
  },
};

/** What ends a point of a sweep. */
export function EndingFields({ form }: { form: StepForm }) {
  const others = endings.map(({ value }) => value).filter((value) => value !== "duration");
  const ending = others.find((field) => form.get([field]) !== undefined) ?? "duration";
  const choose = (next: Ending) => {
    const seconds = form.get(["durationSeconds"]) ?? newEndings.duration;
    form.setAll({
      ...Object.fromEntries(others.map((field) => [field, field === next ? newEndings[next] : undefined])),
      // Rounds say by themselves how long they take, and what moves bytes takes as long as it does.
      durationSeconds: next === "duration" ? seconds : undefined,
    });
  };
  return (
    <>
      <Field label="A point ends">
        <Select className="w-full" value={ending} options={endings} onValueChange={choose} />
      </Field>
      <EndingField form={form} ending={ending} />
    </>
  );
}

function EndingField({ form, ending }: { form: StepForm; ending: Ending }) {
  const limit = (
    <ValueField
      form={form}
      path={["durationSeconds"]}
      label="Time limit (s)"
      kind="seconds"
      placeholder="604800"
      hint="It ends by then in any case."
    />
  );
  switch (ending) {
    case "duration":
      return (
        <ValueField form={form} path={["durationSeconds"]} label="Duration (s)" kind="seconds" hint="60, 10m, 1h" />
      );
    case "fills":
      return (
        <>
          <ValueField form={form} path={["fills"]} label="Passes" kind="count" />
          {limit}
        </>
      );
    case "bytes":
      return (
        <>
          <ValueField form={form} path={["bytes"]} label="Bytes" kind="text" hint="A whole number of bytes." />
          {limit}
        </>
      );
    case "steadyState":
      return <SteadyStateFields form={form.at("steadyState")} />;
  }
}

function SteadyStateFields({ form }: { form: StepForm }) {
  return (
    <>
      <ChoiceField form={form} path={["tracked"]} label="Tracked figure" options={metrics} />
      <ValueField form={form} path={["roundSeconds"]} label="Round (s)" kind="seconds" />
      <ValueField form={form} path={["roundsMax"]} label="Rounds (max)" kind="count" />
      <WindowFields form={form} />
    </>
  );
}

/** When rounds no longer differ, as SNIA PTS defines it. */
export function WindowFields({ form }: { form: StepForm }) {
  return (
    <>
      <ValueField
        form={form}
        path={["windowRounds"]}
        label="Window (rounds)"
        kind="count"
        placeholder="5"
        hint="The last so many rounds are judged."
      />
      <ValueField
        form={form}
        path={["excursionPercent"]}
        label="Excursion (%)"
        kind="percent"
        placeholder="20"
        hint="Largest minus smallest, of the average."
      />
      <ValueField
        form={form}
        path={["slopePercent"]}
        label="Slope (%)"
        kind="percent"
        placeholder="10"
        hint="What the fitted line gains or loses over the window."
      />
    </>
  );
}
