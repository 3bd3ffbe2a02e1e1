"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { refusalOf } from "@/api/refusal";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { Select } from "@/ui/select";
import { toast } from "@/ui/toast";
import { DrivePicker, type PickedDrive } from "./drive-picker";
import { type ChosenLifecycle, type Lifecycle, lifecycleWords } from "./lifecycle";

const meanings: Record<ChosenLifecycle, string> = {
  inService: "It is expected to be in a host that reports.",
  spare: "It is expected to be in a host that reports, and waits to be used.",
  retired: "Nobody expects it: its absence and its host's silence are no conditions. Its history stays.",
  replaced: "As retired, and another drive does its work.",
};
const choices: readonly ChosenLifecycle[] = ["inService", "spare", "retired", "replaced"];

interface ChangeLifecycleDialogProps {
  readonly drive: PickedDrive;
  readonly current: Lifecycle["lifecycle"];
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

export function ChangeLifecycleDialog({ drive, current, onClose, onChanged }: ChangeLifecycleDialogProps) {
  const [lifecycle, setLifecycle] = useState<ChosenLifecycle>(current === "inService" ? "retired" : "inService");
  const [note, setNote] = useState("");
  const [by, setBy] = useState<PickedDrive>();
  const change = useMutation(
    useTRPC().lifecycle.change.mutationOptions({
      onSuccess: ({ unchanged }) => {
        const [stayed] = unchanged;
        if (stayed === undefined) toast.success(`${drive.serial}: ${lifecycleWords[lifecycle].toLowerCase()}`);
        else toast.error(stayed.reason);
        onChanged();
        onClose();
      },
    }),
  );
  const replacedById = lifecycle === "replaced" ? by?.id : undefined;
  const missing = lifecycle === "replaced" && by === undefined ? "Choose the drive that replaces it." : undefined;
  const refusal = change.error ? refusalOf(change.error) : undefined;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Lifecycle of ${drive.serial}`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={change.isPending}
            disabledReason={missing}
            onClick={() =>
              change.mutate({ driveIds: [drive.id], lifecycle, note, ...(replacedById ? { replacedById } : {}) })
            }
          >
            Change lifecycle
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <Field label="Lifecycle" hint={meanings[lifecycle]}>
          <Select
            value={lifecycle}
            onValueChange={setLifecycle}
            options={choices.map((value) => ({ value, label: lifecycleWords[value] }))}
          />
        </Field>
        {lifecycle === "replaced" ? (
          <DrivePicker label="Replaced by" except={drive.id} picked={by} onPick={setBy} />
        ) : null}
        <Field label="Reason">
          <Input value={note} maxLength={1000} onChange={(event) => setNote(event.target.value)} />
        </Field>
        {refusal ? (
          <Banner tone="failed" title={refusal.message}>
            {refusal.remedy}
          </Banner>
        ) : null}
      </div>
    </Dialog>
  );
}
