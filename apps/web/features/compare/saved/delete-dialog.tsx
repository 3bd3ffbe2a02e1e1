"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";

interface DeleteDialogProps {
  readonly saved: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
}

/** Deletes the saved name, not the results. */
export function DeleteDialog({ saved: { id, name }, onClose }: DeleteDialogProps) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const remove = useMutation(
    trpc.compare.saved.remove.mutationOptions({
      onSuccess: async () => {
        onClose();
        await cache.invalidateQueries(trpc.compare.saved.list.queryFilter());
      },
    }),
  );
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
