"use client";

import { type ReactNode, useId } from "react";
import { Segmented } from "@/ui/segmented";
import type { ValueKind } from "../draft/value-text";
import { dataKinds, distributions, engines, paces, patterns } from "../draft/words";
import { AxisField } from "../fields/axis-field";
import { ChoiceField } from "../fields/choice-field";
import { FieldGrid } from "../fields/field-grid";
import { MoreFields } from "../fields/more-fields";
import { ValueField } from "../fields/value-field";
import { WordsAxisField } from "../fields/words-axis-field";
import type { StepForm } from "../step-form";

interface LoadFieldsProps {
  readonly form: StepForm;
  /** A sweep goes through several values of each field; a stream has one. */
  readonly isSweep: boolean;
}

interface LoadFieldProps extends LoadFieldsProps {
  readonly field: string;
  readonly label: string;
  readonly kind: ValueKind;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly suggestions?: readonly string[];
}

/** A field that is an axis in a sweep. */
function LoadField({ isSweep, field, suggestions, ...props }: LoadFieldProps) {
  return isSweep ? (
    <AxisField {...props} path={[field]} {...(suggestions && { suggestions })} />
  ) : (
    <ValueField {...props} path={[field]} />
  );
}

const rangeHint = "1 2 4, or 1..64 to double";

/** What is asked of a load: access, block size, mix and depth. */
export function LoadFields({ form, isSweep }: LoadFieldsProps) {
  const field = { form, isSweep };
  return (
    <FieldGrid>
      {isSweep ? (
        <WordsAxisField form={form} path={["pattern"]} label="Pattern" options={patterns} />
      ) : (
        <ChoiceField form={form} path={["pattern"]} label="Pattern" options={patterns} />
      )}
      <BlockFields {...field} />
      <LoadField
        {...field}
        field="readPercent"
        label="Reads (%)"
        kind="percent"
        hint={isSweep ? "100 reads only; 0..100/25 in steps" : "100 reads only; less writes."}
      />
      <DepthFields {...field} />
    </FieldGrid>
  );
}

function BlockFields({ form, isSweep }: LoadFieldsProps) {
  const isMix = form.get(["blockMix"]) !== undefined;
  const choose = (to: string) => {
    form.setAll(
      to === "mix" ? { blockMix: "4k:60,64k:40", blockBytes: undefined } : { blockMix: undefined, blockBytes: 4096 },
    );
  };
  const toggle = (
    <Toggle
      label="Blocks"
      value={isMix ? "mix" : "size"}
      options={[
        { value: "size", label: "Size" },
        { value: "mix", label: "Mix" },
      ]}
      onChange={choose}
    />
  );
  if (isMix) {
    return (
      <WithToggle toggle={toggle}>
        <LoadField
          form={form}
          isSweep={isSweep}
          field="blockMix"
          label="Block mix"
          kind="mix"
          hint="4k:60,64k:40 (size:percent)"
        />
      </WithToggle>
    );
  }
  return (
    <WithToggle toggle={toggle}>
      <LoadField
        form={form}
        isSweep={isSweep}
        field="blockBytes"
        label="Block size (B)"
        kind="bytes"
        hint={isSweep ? "4k 128k, or 512..1M to double" : "512, 4k, 128k"}
      />
    </WithToggle>
  );
}

/** Depth of each of several threads, or of all together. */
function DepthFields({ form, isSweep }: LoadFieldsProps) {
  const isTotal = form.get(["totalDepth"]) !== undefined || form.get(["threadsMax"]) !== undefined;
  const choose = (to: string) => {
    const [queueDepth, totalDepth] = [form.get(["queueDepth"]), form.get(["totalDepth"])];
    const [threads, threadsMax] = [form.get(["threads"]), form.get(["threadsMax"])];
    form.setAll(
      to === "total"
        ? { totalDepth: queueDepth ?? 1, threadsMax: threads, queueDepth: undefined, threads: undefined }
        : { queueDepth: totalDepth ?? 1, threads: threadsMax, totalDepth: undefined, threadsMax: undefined },
    );
  };
  const toggle = (
    <Toggle
      label="Depth"
      value={isTotal ? "total" : "each"}
      options={[
        { value: "each", label: "Per thread" },
        { value: "total", label: "Total" },
      ]}
      onChange={choose}
    />
  );
  const isOpen = form.get(["ratePerSecond"]) !== undefined;
  const field = { form, isSweep, kind: "count" as const };
  const hint = isSweep ? rangeHint : undefined;
  return (
    <>
      <WithToggle toggle={toggle}>
        {isTotal ? (
          <LoadField {...field} field="totalDepth" label="Total depth" {...(hint && { hint })} />
        ) : (
          <LoadField
            {...field}
            field="queueDepth"
            label="Queue depth"
            placeholder={isOpen ? "256" : "1"}
            {...(hint && { hint })}
          />
        )}
      </WithToggle>
      {isTotal ? (
        <LoadField {...field} field="threadsMax" label="Threads (max)" placeholder="1" />
      ) : (
        <LoadField {...field} field="threads" label="Threads" placeholder="1" />
      )}
    </>
  );
}

interface ToggleProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

function Toggle({ label, value, options, onChange }: ToggleProps) {
  return <Segmented label={label} value={value} options={options} onValueChange={onChange} />;
}

/** A field with what chooses its form at the right of its label. */
function WithToggle({ toggle, children }: { toggle: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <div className="relative" id={id}>
      <div className="absolute -top-1.5 right-0 origin-top-right scale-85">{toggle}</div>
      {children}
    </div>
  );
}

const rateFields = ["ratePerSecond", "pace"];
const rareFields = ["distribution", "data", "alignBytes", "spanPercent"];

/** What most loads leave at its default. */
export function MoreLoadFields({ form, isSweep }: LoadFieldsProps) {
  const field = { form, isSweep };
  const isUsed = [...rateFields, ...rareFields, ...(isSweep ? ["engine"] : [])].some(
    (name) => form.get([name]) !== undefined,
  );
  return (
    <MoreFields title="Rate, engine, access, data" isUsed={isUsed}>
      <FieldGrid>
        <LoadField
          {...field}
          field="ratePerSecond"
          label="Rate (I/Os per second)"
          kind="rate"
          placeholder="as fast as possible"
          hint="An open loop: latency counts from the intended start."
        />
        <ChoiceField form={form} path={["pace"]} label="Pace" options={paces} none="Fixed intervals (default)" />
        {isSweep ? <EngineField form={form} isSweep /> : null}
        <LoadField
          {...field}
          field="distribution"
          label="Distribution"
          kind="text"
          placeholder="uniform"
          suggestions={distributions}
          hint="uniform, zipf:1.1 or hotspot:90/10"
        />
        <LoadField
          {...field}
          field="data"
          label="Data"
          kind="text"
          placeholder="incompressible"
          suggestions={dataKinds}
          hint="incompressible, compressible:2 or verified"
        />
        <LoadField
          {...field}
          field="alignBytes"
          label="Alignment (B)"
          kind="bytes"
          placeholder="block size"
          hint="Unit of the offsets: 512, 4k."
        />
        <ValueField
          form={form}
          path={["spanPercent"]}
          label="Span (%)"
          kind="percent"
          placeholder="100"
          hint="Share of the target, from its start."
        />
      </FieldGrid>
    </MoreFields>
  );
}

export function EngineField({ form, isSweep }: LoadFieldsProps) {
  return (
    <LoadField
      form={form}
      isSweep={isSweep}
      field="engine"
      label="Engine"
      kind="text"
      placeholder="io_uring"
      suggestions={engines}
      hint="io_uring, passthrough, sync or null; +poll, +sqpoll"
    />
  );
}
