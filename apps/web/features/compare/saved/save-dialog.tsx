"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { toast } from "@/ui/toast";
import { NameFields } from "./name-fields";

/** Gives the comparison of the address a name. */
export function SaveDialog({ query, onClose }: { query: string; onClose: () => void }) {
  const [name, setName] = useState("");
  const [note, setNote] = useState("");
  const trpc = useTRPC();
  const cache = useQueryClient();
  const save = useMutation(
    trpc.compare.saved.save.mutationOptions({
      onSuccess: async () => {
        toast.success(`Saved as "${name.trim()}"`);
        onClose();
        await cache.invalidateQueries(trpc.compare.saved.list.queryFilter());
      },
    }),
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Save comparison"
      description="Its series, and how they are looked at. Everyone who can see benchmarks can open it."
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            busy={save.isPending}
            disabledReason={name.trim() === "" ? "Enter a name." : undefined}
            onClick={() => save.mutate({ name: name.trim(), note: note.trim(), query })}
          >
            Save comparison
          </Button>
        </>
      }
    >
      <NameFields name={name} onName={setName} note={note} onNote={setNote} error={save.error?.message} />
    </Dialog>
  );
}
