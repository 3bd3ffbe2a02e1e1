"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { type Inputs, type Outputs, useTRPC } from "@/api/client";
import { QueryError } from "@/features/navigation/page-error";
import { Field } from "@/ui/field";
import { Panel } from "@/ui/panel";
import { Select } from "@/ui/select";
import { Skeleton } from "@/ui/skeleton";

export type RunSettings = NonNullable<Inputs["run"]["launch"]["settings"]>;
type Offer = Outputs["run"]["settings"][number];

interface SettingsFormProps {
  readonly target: Inputs["run"]["settings"]["target"];
  readonly value: RunSettings;
  readonly onChange: (value: RunSettings) => void;
}

/** What of a drive may be set for the time of a run: what the drive itself tells of, and nothing else. */
export function SettingsForm({ target, value, onChange }: SettingsFormProps) {
  const { data: offers, error, refetch } = useQuery(useTRPC().run.settings.queryOptions({ target }));
  const changed = Object.keys(value).length;
  // What is set is never hidden, also where its drive is chosen again.
  const [startsOpen] = useState(changed > 0);
  return (
    <Panel
      title="Drive settings"
      note={changed === 0 ? "unchanged" : `${changed} changed for the run, then restored`}
      flush
    >
      {error ? (
        <div className="p-4">
          <QueryError error={error} retry={() => void refetch()} />
        </div>
      ) : offers === undefined ? (
        <Skeleton className="mx-4 my-2.5 h-5" />
      ) : offers.length === 0 ? (
        <p className="px-4 py-2.5 text-muted text-table">{noOffers(target)}</p>
      ) : (
        <details className="group" open={startsOpen}>
          <summary className="flex cursor-pointer list-none items-center gap-2 rounded-b-lg px-4 py-2.5 text-table hover:bg-hover [&::-webkit-details-marker]:hidden">
            <ChevronRight className="size-4 text-muted group-open:rotate-90" aria-hidden />
            Change power or scheduling for this run
          </summary>
          <div className="grid gap-4 border-t p-4">
            <p className="max-w-[80ch] text-muted text-table">
              The agent applies these settings before the first point and reads each one back. When the run ends, for
              whatever reason, it restores the previous values; after a crash, at its next start. If a setting is
              refused, the run fails before anything is measured.
            </p>
            <div className="grid gap-4 sm:grid-cols-2">
              {offers.map((offer) => (
                <SettingField key={offer.name} offer={offer} value={value} onChange={onChange} />
              ))}
            </div>
          </div>
        </details>
      )}
    </Panel>
  );
}

function noOffers({ kind }: SettingsFormProps["target"]): string {
  return kind === "scratchFile"
    ? "No adjustable settings: the drive below a scratch file is shared with its file system."
    : "No adjustable settings";
}

const words: Record<Offer["name"], { readonly label: string; readonly hint: string }> = {
  powerGovernor: {
    label: "Power governor",
    hint: "Intel's power limit (feature C6h); the drive throttles to stay below it.",
  },
  powerState: {
    label: "Power state",
    hint: "Maximum power of the drive. A lower limit makes it slower under load.",
  },
  scheduler: {
    label: "I/O scheduler",
    hint: "How the kernel orders requests to this namespace; not every kernel has all of them.",
  },
};

const unchanged = "unchanged";

interface SettingFieldProps {
  readonly offer: Offer;
  readonly value: RunSettings;
  readonly onChange: (value: RunSettings) => void;
}

function SettingField({ offer: { name, now, options }, value, onChange }: SettingFieldProps) {
  const { [name]: chosen, ...others } = value;
  const { label, hint } = words[name];
  return (
    <Field label={label} hint={hint}>
      <Select
        className="w-full"
        value={chosen === undefined ? unchanged : String(chosen)}
        options={[
          { value: unchanged, label: now === undefined ? "Unchanged" : `Unchanged (${now})` },
          ...options.map((option) => ({ value: String(option.value), label: optionLabel(option) })),
        ]}
        onValueChange={(next) => {
          const option = options.find((each) => String(each.value) === next);
          onChange(option === undefined ? others : { ...others, [name]: option.value });
        }}
      />
    </Field>
  );
}

function optionLabel({ value, maxPowerMilliwatts }: Offer["options"][number]): string {
  return maxPowerMilliwatts ? `${value}: max ${maxPowerMilliwatts / 1000} W` : String(value);
}
