"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { refusalOf } from "@/api/refusal";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { toast } from "@/ui/toast";
import type { Condition } from "./condition";
import { NoteField, whyNoNote } from "./note-field";
import { useHealthChanged } from "./use-health-changed";

interface AcknowledgeDialogProps {
  readonly drive: { readonly id: string; readonly serial: string };
  readonly condition: Pick<Condition, "rule" | "title" | "text" | "value">;
  readonly onClose: () => void;
}

/** Says of one condition of a drive that it is known, with why it can wait. */
export function AcknowledgeDialog({ drive, condition, onClose }: AcknowledgeDialogProps) {
  const { rule, title, text, value } = condition;
  const [note, setNote] = useState("");
  const onChanged = useHealthChanged();
  const acknowledge = useMutation(
    useTRPC().health.acknowledge.mutationOptions({
      onSuccess: async () => {
        toast.success(`${title}: acknowledged for ${drive.serial}.`);
        onClose();
        await onChanged();
      },
    }),
  );
  const whyNot = whyNoNote(note);
  const submit = () => {
    if (whyNot === undefined && !acknowledge.isPending) acknowledge.mutate({ driveId: drive.id, rule, note });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Acknowledge: ${title}`}
      description={`${drive.serial}. Until it gets worse than now${value === "" ? "" : ` (${value})`} it counts for no verdict.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={acknowledge.isPending} disabledReason={whyNot} onClick={submit}>
            Acknowledge
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p>{text}</p>
        <NoteField value={note} onChange={setNote} onEnter={submit} />
        {acknowledge.error ? <Refusal error={acknowledge.error} /> : null}
      </div>
    </Dialog>
  );
}

function Refusal({ error }: { error: unknown }) {
  const { message, remedy } = refusalOf(error);
  return (
    <Banner tone="failed" title={message}>
      {remedy}
    </Banner>
  );
}
