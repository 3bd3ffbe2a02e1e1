"use client";

import { useState } from "react";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { Select } from "@/ui/select";
import { BulkDialog } from "./bulk-dialog";
import type { BulkInput } from "./use-bulk-preview";

interface LifecycleDialogProps {
  readonly selection: BulkInput["selection"];
  readonly onClose: () => void;
}

type Lifecycle = Extract<BulkInput["request"], { kind: "lifecycle" }>["lifecycle"];

const choices: readonly { value: Lifecycle; label: string; verb: string; means: string }[] = [
  { value: "retired", label: "Retired", verb: "Retire", means: "Not expected any more, and not in lists by default." },
  { value: "spare", label: "Spare", verb: "Make spare", means: "Kept for a day of need." },
  { value: "inService", label: "In service", verb: "Put in service", means: "Expected to be in a host." },
];

/** Whether drives are expected to be there. Their history stays either way. */
export function LifecycleDialog({ selection, onClose }: LifecycleDialogProps) {
  const [lifecycle, setLifecycle] = useState<Lifecycle>("retired");
  const [note, setNote] = useState("");
  const chosen = choices.find(({ value }) => value === lifecycle);
  return (
    <BulkDialog
      title="Change lifecycle"
      verb={chosen?.verb ?? "Change"}
      description="Whether drives are expected to be there. Nothing is sent to the drives, and their history stays."
      selection={selection}
      request={{ kind: "lifecycle", lifecycle, note: note.trim() }}
      onClose={onClose}
    >
      <Field label="Lifecycle" hint={chosen?.means}>
        <Select value={lifecycle} onValueChange={setLifecycle} options={choices} />
      </Field>
      <Field label="Why" hint="Optional: it stands in the audit">
        <Input value={note} maxLength={1000} onChange={(event) => setNote(event.target.value)} />
      </Field>
    </BulkDialog>
  );
}
