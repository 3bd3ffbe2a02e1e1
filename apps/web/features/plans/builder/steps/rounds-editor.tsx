"use client";

import { protocolLimits } from "@crosspoint/protocol/limits";
import { isMapping } from "../draft/draft-plan";
import { metrics, patterns } from "../draft/words";
import { ChoiceField } from "../fields/choice-field";
import { FieldGrid } from "../fields/field-grid";
import { ValueField } from "../fields/value-field";
import type { StepForm } from "../step-form";
import { WindowFields } from "./ending-fields";
import { ItemList } from "./item-list";

const newUntil = {
  kind: "steadyState",
  windowRounds: 5,
  excursionPercent: 20,
  slopePercent: 10,
  tracked: [{ metric: "iops" }],
};

export function RoundsEditor({ form }: { form: StepForm }) {
  const untilSteady = isMapping(form.get(["until"]));
  const until = form.at("until");
  return (
    <div className="grid gap-3">
      <FieldGrid>
        <ValueField
          form={form}
          path={["roundsMax"]}
          label={untilSteady ? "Rounds (max)" : "Rounds"}
          kind="count"
          hint={`2 to ${protocolLimits.rounds}`}
        />
      </FieldGrid>
      <label className="flex w-fit items-center gap-2 text-sm">
        <input
          type="checkbox"
          className="accent-(--accent)"
          checked={untilSteady}
          onChange={({ target }) => form.set(["until"], target.checked ? newUntil : undefined)}
        />
        End at steady state (SNIA PTS)
      </label>
      {untilSteady ? (
        <>
          <FieldGrid>
            <WindowFields form={until} />
          </FieldGrid>
          <ItemList
            form={until}
            field="tracked"
            name="tracked figure"
            least={1}
            most={protocolLimits.trackedPerRounds}
            newItem={() => ({ metric: "iops" })}
          >
            {(tracked) => <TrackedFields form={tracked} />}
          </ItemList>
        </>
      ) : null}
    </div>
  );
}

/** A figure of one point of the body, known by as many of its fields as it takes. */
function TrackedFields({ form }: { form: StepForm }) {
  const any = "any";
  return (
    <FieldGrid>
      <ChoiceField form={form} path={["metric"]} label="Figure" options={metrics} />
      <ChoiceField form={form} path={["pattern"]} label="Of pattern" options={patterns} none="Any" />
      <ValueField form={form} path={["blockBytes"]} label="Of block size (B)" kind="bytes" placeholder={any} />
      <ValueField form={form} path={["readPercent"]} label="Of reads (%)" kind="percent" placeholder={any} />
      <ValueField form={form} path={["queueDepth"]} label="Of queue depth" kind="count" placeholder={any} />
      <ValueField form={form} path={["threads"]} label="Of threads" kind="count" placeholder={any} />
      <ValueField form={form} path={["stream"]} label="Of stream" kind="text" placeholder={any} />
    </FieldGrid>
  );
}
