"use client";

import { formatCount } from "@crosspoint/domain";
import { useQuery } from "@tanstack/react-query";
import { type Outputs, useTRPC } from "@/api/client";
import { Banner } from "@/ui/banner";

type Removal = Outputs["removal"]["list"][number];

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
    <Banner key={removal.id} tone="info" title={`Deleting the history of ${removal.name}`}>
      {progressText(removal)}
    </Banner>
  ));
}

function progressText({ samplesTotal, samplesRemoved, runsTotal, runsRemoved }: Removal): string {
  const parts = [
    samplesTotal > 0 ? `${formatCount(samplesRemoved)} of ${formatCount(samplesTotal)} health samples` : "",
    runsTotal > 0 ? `${formatCount(runsRemoved)} of ${formatCount(runsTotal)} benchmark runs` : "",
  ].filter(Boolean);
  return parts.length === 0 ? "Almost done." : `${parts.join(", ")} deleted.`;
}
