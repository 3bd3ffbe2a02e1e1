"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";

/** Reads again what shows the health of drives. */
export function useHealthChanged(): () => Promise<void> {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return async () => {
    for (const area of ["drive", "fleet", "health"] as const) {
      await queryClient.invalidateQueries({ queryKey: trpc[area].pathKey() });
    }
  };
}
