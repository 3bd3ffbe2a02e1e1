"use client";

import { formatCount } from "@crosspoint/domain";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { NoteField, whyNoNote } from "@/features/health/note-field";
import { useHealthChanged } from "@/features/health/use-health-changed";
import { QueryError } from "@/features/navigation/page-error";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { toast } from "@/ui/toast";
import type { Notice } from "./notice";

interface MoveNoticeDialogProps {
  readonly verb: "withdraw" | "restore";
  readonly notice: Notice;
  readonly onClose: () => void;
}

const words = {
  withdraw: { title: "Withdraw notice", button: "Withdraw notice", done: "Notice withdrawn" },
  restore: { title: "Restore notice", button: "Restore notice", done: "Notice restored" },
} as const;

/** Takes a notice off the list, or puts it back; with why. */
export function MoveNoticeDialog({ verb, notice, onClose }: MoveNoticeDialogProps) {
  const [why, setWhy] = useState("");
  const move = useMove(verb, onClose);
  const { title, button } = words[verb];
  const submit = () => {
    if (whyNoNote(why) === undefined && !move.isPending) move.mutate({ id: notice.id, why });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={meaningOf(verb, notice)}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={move.isPending} disabledReason={whyNoNote(why)} onClick={submit}>
            {button}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p className="wrap-anywhere">
          <span className="font-mono">{notice.models.join(", ")}</span> with{" "}
          <span className="font-mono">{notice.bad.join(", ")}</span>: {notice.text}
        </p>
        <NoteField label="Why" hint="Shown in the audit." value={why} onChange={setWhy} onEnter={submit} />
        {move.error ? <QueryError error={move.error} retry={submit} /> : null}
      </div>
    </Dialog>
  );
}

function meaningOf(verb: "withdraw" | "restore", { drives, inCatalog }: Notice): string {
  const of = drives === 1 ? "1 drive" : `${formatCount(drives)} drives`;
  if (verb === "withdraw") return `It counts for no drive any more (${of} now). It can be restored.`;
  return inCatalog ? `It counts again (${of} now), as the catalog has it.` : `It counts again (${of} now).`;
}

function useMove(verb: "withdraw" | "restore", onClose: () => void) {
  const { withdrawFirmwareAdvice, restoreFirmwareAdvice } = useTRPC().health;
  const onChanged = useHealthChanged();
  const onSuccess = async () => {
    toast.success(words[verb].done);
    onClose();
    await onChanged();
  };
  const withdraw = useMutation(withdrawFirmwareAdvice.mutationOptions({ onSuccess }));
  const restore = useMutation(restoreFirmwareAdvice.mutationOptions({ onSuccess }));
  return verb === "withdraw" ? withdraw : restore;
}
