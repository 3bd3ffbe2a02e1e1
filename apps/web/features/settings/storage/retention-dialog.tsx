"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { type Outputs, useTRPC } from "@/api/client";
import { fieldError, refusalOf } from "@/api/refusal";
import { QueryError } from "@/features/navigation/page-error";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { toast } from "@/ui/toast";
import { type Retention, typedDaysText } from "./kinds";
import { type RetentionTexts, retentionOf, shortened, textsOf } from "./retention-form";

type Storage = Outputs["storage"]["get"];

interface RetentionDialogProps {
  readonly storage: Storage;
  readonly onClose: () => void;
}

const fields: readonly { readonly key: keyof Retention; readonly label: string; readonly hint?: string }[] = [
  { key: "keepSamplesDays", label: "SMART samples (days)", hint: "7 days to 3 years." },
  { key: "keepHoursDays", label: "Hourly values (days)", hint: "At least 92 days, and as long as samples." },
  { key: "keepDaysDays", label: "Daily values (days)", hint: "Empty: forever." },
  {
    key: "keepSecondsDays",
    label: "Histograms of the seconds of runs (days)",
    hint: "Empty: forever. Results and the figures of each second stay.",
  },
  { key: "keepCommandsDays", label: "Commands (days)", hint: "At least 30 days." },
];

/** Says what a shorter time removes before it is set. */
export function RetentionDialog({ storage: { retention, defaults }, onClose }: RetentionDialogProps) {
  const formId = useId();
  const trpc = useTRPC();
  const cache = useQueryClient();
  const [texts, setTexts] = useState<RetentionTexts>(() => textsOf(retention));
  const change = useMutation(
    trpc.storage.changeRetention.mutationOptions({
      onSuccess: async () => {
        onClose();
        toast.success("Retention is changed.");
        await cache.invalidateQueries({ queryKey: trpc.storage.get.queryKey() });
      },
    }),
  );
  const wanted = retentionOf(texts);
  const less = wanted === undefined ? [] : shortened(retention, wanted);
  const edit = (edited: RetentionTexts) => {
    // What was refused was another value.
    if (change.isError) change.reset();
    setTexts(edited);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (wanted !== undefined) change.mutate(wanted);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Change retention"
      description="For how long data is kept. Everyone who may see the audit sees this change."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant={less.length > 0 ? "danger" : "primary"}
            busy={change.isPending}
            disabledReason={wanted === undefined ? "Enter whole numbers of days." : undefined}
          >
            Change retention
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="grid gap-4">
        {change.error && !refusalOf(change.error).fields?.length ? (
          <QueryError error={change.error} retry={() => change.reset()} />
        ) : null}
        {fields.map(({ key, label, hint }) => (
          <Field
            key={key}
            label={label}
            hint={`${hint ?? ""} Default: ${typedDaysText(defaults[key])}.`}
            error={fieldError(change.error, key)}
          >
            <Input
              inputMode="numeric"
              pattern="[0-9]*"
              value={texts[key]}
              onChange={(event) => edit({ ...texts, [key]: event.target.value })}
            />
          </Field>
        ))}
        {less.length > 0 ? (
          <Banner tone="watch" title="Older data is removed within a day and can't be brought back">
            {fields
              .filter(({ key }) => less.includes(key))
              .map(({ label }) => label.replace(" (days)", ""))
              .join(", ")}
          </Banner>
        ) : null}
      </form>
    </Dialog>
  );
}
