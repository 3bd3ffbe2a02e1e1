"use client";

import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { useAfterChange } from "./use-after-change";

interface DeleteDialogProps {
  readonly saved: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
}

/** Deletes the saved name, not the results. */
export function DeleteDialog({ saved: { id, name }, onClose }: DeleteDialogProps) {
  const trpc = useTRPC();
  const remove = useMutation(trpc.compare.saved.remove.mutationOptions(useAfterChange(onClose)));
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`Delete "${name}"`}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate({ id })}>
            Delete comparison
          </Button>
        </>
      }
    >
      {remove.error ? <Banner tone="failed" title={remove.error.message} /> : null}
      <p>The saved comparison is deleted. Its runs, their results and links that share it stay.</p>
    </Dialog>
  );
}
