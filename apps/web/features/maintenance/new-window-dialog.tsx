"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { fieldError, refusalOf } from "@/api/refusal";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { Select } from "@/ui/select";
import { toast } from "@/ui/toast";
import { RecurrenceFields } from "./recurrence-fields";
import { ScopeFields, type WindowScope } from "./scope-fields";

const durations = [30, 60, 120, 240, 480, 1440, 2880].map((minutes) => String(minutes));
const durationLabels = ["30 minutes", "1 hour", "2 hours", "4 hours", "8 hours", "1 day", "2 days"];

/** A window's name, of what it is, and when it opens. */
export function NewWindowDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState("");
  const [scope, setScope] = useState<WindowScope | undefined>({ kind: "fleet" });
  const [beginsAt, setBeginsAt] = useState("");
  const [zone, setZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [minutes, setMinutes] = useState("120");
  const [recurrence, setRecurrence] = useState<string | null>(null);
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const create = useMutation(
    trpc.maintenance.create.mutationOptions({
      onSuccess: () => {
        toast.success(`Created: ${name}`);
        void queryClient.invalidateQueries(trpc.maintenance.list.queryFilter());
        onClose();
      },
    }),
  );
  const why =
    name.trim() === ""
      ? "Give it a name."
      : scope === undefined
        ? "Choose what it is of."
        : beginsAt === ""
          ? "Choose when it begins."
          : undefined;
  const refusal = create.error ? refusalOf(create.error) : undefined;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="New maintenance window"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={create.isPending}
            disabledReason={why}
            onClick={() =>
              scope && create.mutate({ name, scope, zone, beginsAt, durationMinutes: Number(minutes), recurrence })
            }
          >
            Create window
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <Field label="Name">
          <Input value={name} maxLength={100} onChange={(event) => setName(event.target.value)} />
        </Field>
        <ScopeFields scope={scope} onChange={setScope} />
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label="Begins" error={create.error ? fieldError(create.error, "beginsAt") : undefined}>
            <Input
              type="datetime-local"
              value={beginsAt}
              onChange={(event) => setBeginsAt(event.target.value.slice(0, 16))}
            />
          </Field>
          <Field label="Duration">
            <Select
              value={minutes}
              onValueChange={setMinutes}
              options={durations.map((value, place) => ({ value, label: durationLabels[place] ?? value }))}
            />
          </Field>
        </div>
        <Field label="Time zone" error={create.error ? fieldError(create.error, "zone") : undefined}>
          <Input value={zone} maxLength={64} onChange={(event) => setZone(event.target.value)} />
        </Field>
        <RecurrenceFields value={recurrence} beginsAt={beginsAt} onChange={setRecurrence} />
        {refusal ? (
          <Banner tone="failed" title={refusal.message}>
            {refusal.remedy}
          </Banner>
        ) : null}
      </div>
    </Dialog>
  );
}
