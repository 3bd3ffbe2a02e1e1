"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { NameDialog } from "@/ui/name-dialog";
import { toast } from "@/ui/toast";

/** Gives what the list shows a name. */
export function SaveViewDialog({ query, onClose }: { query: string; onClose: () => void }) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const save = useMutation(
    trpc.drive.view.save.mutationOptions({
      onSuccess: async (_, { name }) => {
        toast.success(`Saved as "${name}"`);
        onClose();
        await cache.invalidateQueries(trpc.drive.view.list.queryFilter());
      },
    }),
  );
  return (
    <NameDialog
      title="Save view"
      description="Filters, sort and columns, for you alone. A view of the same name is replaced."
      action="Save view"
      maxLength={60}
      change={save}
      onSave={(name) => save.mutate({ name, query })}
      onClose={onClose}
    />
  );
}
