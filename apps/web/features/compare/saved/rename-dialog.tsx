"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { NameDialog } from "@/ui/name-dialog";
import { NoteField, nameMost } from "./note-field";
import { useAfterChange } from "./use-after-change";

interface RenameDialogProps {
  readonly saved: { readonly id: string; readonly name: string; readonly note?: string | undefined };
  readonly onClose: () => void;
}

/** Changes what a saved comparison is called; what it compares stays. */
export function RenameDialog({ saved, onClose }: RenameDialogProps) {
  const [note, setNote] = useState(saved.note ?? "");
  const trpc = useTRPC();
  const update = useMutation(trpc.compare.saved.update.mutationOptions(useAfterChange(onClose)));
  return (
    <NameDialog
      title={`Rename "${saved.name}"`}
      action="Rename comparison"
      nameBefore={saved.name}
      maxLength={nameMost}
      change={update}
      onSave={(name) => update.mutate({ id: saved.id, name, note: note.trim() })}
      onClose={onClose}
    >
      <NoteField note={note} onChange={setNote} />
    </NameDialog>
  );
}
