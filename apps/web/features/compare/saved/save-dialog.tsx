"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { NameDialog } from "@/ui/name-dialog";
import { toast } from "@/ui/toast";
import { NoteField, nameMost } from "./note-field";

/** Gives the comparison of the address a name. */
export function SaveDialog({ query, onClose }: { query: string; onClose: () => void }) {
  const [note, setNote] = useState("");
  const trpc = useTRPC();
  const cache = useQueryClient();
  const save = useMutation(
    trpc.compare.saved.save.mutationOptions({
      onSuccess: async (_, { name }) => {
        toast.success(`Saved as "${name}"`);
        onClose();
        await cache.invalidateQueries(trpc.compare.saved.list.queryFilter());
      },
    }),
  );
  return (
    <NameDialog
      title="Save comparison"
      description="Its series, and how they are looked at. Everyone who can see benchmarks can open it."
      action="Save comparison"
      maxLength={nameMost}
      change={save}
      onSave={(name) => save.mutate({ name, note: note.trim(), query })}
      onClose={onClose}
    >
      <NoteField note={note} onChange={setNote} />
    </NameDialog>
  );
}
