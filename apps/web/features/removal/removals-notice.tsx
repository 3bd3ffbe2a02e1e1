"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { Banner } from "@/ui/banner";
import { removalProgress, removalTitle } from "./progress-text";

/** While something is being deleted; afterward nothing asks. */
const pollMs = 2_000;

/** How far the worker is with the history of what was removed. */
export function RemovalsNotice() {
  const { data: removals } = useQuery(
    useTRPC().removal.list.queryOptions(undefined, {
      refetchInterval: ({ state }) => (state.data?.length ? pollMs : false),
    }),
  );
  return removals?.map((removal) => (
    <Banner key={removal.id} tone="info" title={removalTitle(removal)}>
      {removalProgress(removal)}
    </Banner>
  ));
}
