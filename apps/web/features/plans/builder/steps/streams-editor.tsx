import { protocolLimits } from "@crosspoint/protocol/limits";
import { FieldGrid } from "../fields/field-grid";
import { ValueField } from "../fields/value-field";
import type { StepForm } from "../step-form";
import { ItemList } from "./item-list";
import { EngineField, LoadFields, MoreLoadFields } from "./load-fields";
import { RampField, SliceFields } from "./time-fields";

export function StreamsEditor({ form }: { form: StepForm }) {
  return (
    <div className="grid gap-3">
      <FieldGrid>
        <ValueField form={form} path={["durationSeconds"]} label="Duration (s)" kind="seconds" hint="60, 10m, 1h" />
        <RampField form={form} />
        <EngineField form={form} isSweep={false} />
      </FieldGrid>
      <ItemList
        form={form}
        field="streams"
        name="stream"
        least={2}
        most={protocolLimits.streamsPerPoint}
        newItem={(index) => ({
          name: `stream-${index + 1}`,
          pattern: "random",
          blockBytes: 4096,
          readPercent: 100,
          queueDepth: 1,
        })}
      >
        {(stream) => (
          <div className="grid gap-3">
            <FieldGrid>
              <ValueField form={stream} path={["name"]} label="Name" kind="text" hint="In results and in criteria." />
            </FieldGrid>
            <LoadFields form={stream} isSweep={false} />
            <MoreLoadFields form={stream} isSweep={false} />
          </div>
        )}
      </ItemList>
      <SliceFields form={form} />
    </div>
  );
}
