"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { NameFields } from "./name-fields";
import { useAfterChange } from "./use-after-change";

interface RenameDialogProps {
  readonly saved: { readonly id: string; readonly name: string; readonly note?: string | undefined };
  readonly onClose: () => void;
}

/** Changes what a saved comparison is called; what it compares stays. */
export function RenameDialog({ saved, onClose }: RenameDialogProps) {
  const [name, setName] = useState(saved.name);
  const [note, setNote] = useState(saved.note ?? "");
  const trpc = useTRPC();
  const update = useMutation(trpc.compare.saved.update.mutationOptions(useAfterChange(onClose)));
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`Rename "${saved.name}"`}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            busy={update.isPending}
            disabledReason={name.trim() === "" ? "Enter a name." : undefined}
            onClick={() => update.mutate({ id: saved.id, name: name.trim(), note: note.trim() })}
          >
            Rename comparison
          </Button>
        </>
      }
    >
      <NameFields name={name} onName={setName} note={note} onNote={setNote} error={update.error?.message} />
    </Dialog>
  );
}
