import { formatBlockSize } from "@crosspoint/domain";
import type { DriveAction } from "@crosspoint/protocol";
import { protocolLimits } from "@crosspoint/protocol/limits";
import { Field } from "@/ui/field";
import { Select } from "@/ui/select";
import type { DriveDetail } from "../drive-detail";

interface FieldsProps<Action extends DriveAction> {
  readonly drive: DriveDetail;
  readonly action: Action;
  readonly onChange: (action: DriveAction) => void;
}
type ActionOf<Kind extends DriveAction["kind"]> = Extract<DriveAction, { kind: Kind }>;

/** The choices of one action. */
export function ControlFields({ drive, action, onChange }: FieldsProps<DriveAction>) {
  switch (action.kind) {
    case "setPowerState":
      return <PowerStateFields {...{ drive, action, onChange }} />;
    case "setPowerGovernor":
      return <GovernorField {...{ drive, action, onChange }} />;
    case "setScheduler":
      return (
        <>
          <NamespaceField {...{ drive, action, onChange }} />
          <Choice
            label="I/O scheduler"
            value={action.scheduler}
            options={["none", "mq-deadline", "kyber", "bfq"].map((name) => [name, name])}
            onChange={(scheduler) => onChange({ ...action, scheduler })}
          />
        </>
      );
    case "selfTest":
      return (
        <Choice
          label="Self-test"
          value={action.test}
          options={[
            ["short", "short"],
            ["extended", "extended"],
            ["abort", "abort the running test"],
          ]}
          onChange={(test) => onChange({ ...action, test })}
        />
      );
    case "format":
      return <FormatFields {...{ drive, action, onChange }} />;
    case "sanitize":
      return <SanitizeFields {...{ drive, action, onChange }} />;
    case "discard":
      return <NamespaceField {...{ drive, action, onChange }} />;
  }
}

const unchanged = "unchanged";

function PowerStateFields({ drive, action, onChange }: FieldsProps<ActionOf<"setPowerState">>) {
  const states = drive.controller?.powerStates ?? [];
  const { workloadHint: hint, ...rest } = action;
  return (
    <>
      <Choice
        label="Power state"
        value={String(action.powerState)}
        options={states.map(({ index, maxPowerMilliwatts }) => [
          String(index),
          maxPowerMilliwatts === undefined ? `${index}` : `${index}: max ${maxPowerMilliwatts / 1000} W`,
        ])}
        onChange={(state) => onChange({ ...action, powerState: Number(state) })}
      />
      <Choice
        label="Workload hint"
        value={hint === undefined ? unchanged : String(hint)}
        options={[
          [unchanged, "unchanged"],
          ["0", "none"],
          ["1", "long idle periods, bursts of random writes"],
          ["2", "heavy sequential writes"],
        ]}
        onChange={(next) => onChange(next === unchanged ? rest : { ...rest, workloadHint: Number(next) })}
      />
    </>
  );
}

/** By watts where the meaning of the values is documented; else as it is now, because it cannot be set. */
function GovernorField({ drive, action, onChange }: FieldsProps<ActionOf<"setPowerGovernor">>) {
  const governor = drive.details?.powerGovernor;
  const known = governor?.settings ?? [];
  const now = (value: number) => (value === governor?.value ? " (current)" : "");
  const options =
    known.length > 0
      ? known.map(({ value, maxPowerMilliwatts }) => [value, `${value}: max ${maxPowerMilliwatts / 1000} W`] as const)
      : ([[action.value, `${action.value} (raw)`]] as const);
  return (
    <Choice
      label="Value of feature C6h"
      value={String(action.value)}
      options={options.map(([value, label]) => [String(value), label + now(value)])}
      onChange={(value) => onChange({ ...action, value: Number(value) })}
    />
  );
}

function FormatFields({ drive, action, onChange }: FieldsProps<ActionOf<"format">>) {
  const namespace = drive.namespaces.find(({ nsid }) => nsid === action.nsid);
  const formats = namespace?.lbaFormats ?? [];
  return (
    <>
      <NamespaceField {...{ drive, action, onChange }} />
      <Choice
        label="LBA format"
        value={String(action.lbaFormat)}
        options={formats.map(({ index, dataBytes, metadataBytes }) => {
          const metadata = metadataBytes > 0 ? ` + ${metadataBytes} B` : "";
          const now = index === namespace?.currentLbaFormat ? " (current)" : "";
          return [String(index), `${index}: ${formatBlockSize(dataBytes).text}${metadata}${now}`];
        })}
        onChange={(lbaFormat) => onChange({ ...action, lbaFormat: Number(lbaFormat) })}
      />
      <Choice
        label="Secure erase"
        value={action.secureErase}
        options={[
          ["none", "none"],
          ["userData", "user data"],
          ["cryptographic", "cryptographic"],
        ]}
        onChange={(secureErase) => onChange({ ...action, secureErase })}
      />
    </>
  );
}

const passes = Array.from({ length: protocolLimits.overwritePasses }, (_, index) => index + 1);

/** One pass, unless a person wants more: a drive that is not told how many makes sixteen. */
function SanitizeFields({ action, onChange }: FieldsProps<ActionOf<"sanitize">>) {
  const { kind, method } = action;
  return (
    <>
      <Choice
        label="Method"
        value={method}
        options={[
          ["blockErase", "block erase"],
          ["cryptoErase", "crypto erase"],
          ["overwrite", "overwrite"],
        ]}
        onChange={(next) => onChange({ kind, method: next, ...(next === "overwrite" ? { overwritePasses: 1 } : {}) })}
      />
      {method === "overwrite" ? (
        <Choice
          label="Passes"
          value={String(action.overwritePasses ?? 1)}
          options={passes.map((number) => [String(number), number === 1 ? "1 pass" : `${number} passes`])}
          onChange={(number) => onChange({ kind, method, overwritePasses: Number(number) })}
        />
      ) : null}
    </>
  );
}

/** Shown only where there is a choice. */
function NamespaceField({ drive, action, onChange }: FieldsProps<Extract<DriveAction, { nsid: number }>>) {
  if (drive.namespaces.length < 2) return null;
  return (
    <Choice
      label="Namespace"
      value={String(action.nsid)}
      options={drive.namespaces.map(({ nsid, path }) => [String(nsid), path ? `${nsid}: ${path}` : String(nsid)])}
      onChange={(nsid) => onChange({ ...action, nsid: Number(nsid) })}
    />
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [value: Value, label: string])[];
  readonly onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  return (
    <Field label={label}>
      <Select
        value={value}
        onValueChange={onChange}
        options={options.map(([each, text]) => ({ value: each, label: text }))}
      />
    </Field>
  );
}
