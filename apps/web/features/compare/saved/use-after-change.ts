import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";

/** What a dialog about a saved comparison does when its change is made: it closes, and the list is read anew. */
export function useAfterChange(onClose: () => void): { readonly onSuccess: () => Promise<void> } {
  const trpc = useTRPC();
  const cache = useQueryClient();
  return {
    onSuccess: async () => {
      onClose();
      await cache.invalidateQueries(trpc.compare.saved.list.queryFilter());
    },
  };
}
