"use client";

import { useQuery } from "@tanstack/react-query";
import { ListOrdered } from "lucide-react";
import { useTRPC } from "@/api/client";
import { QueryError } from "@/features/navigation/page-error";
import { Banner } from "@/ui/banner";
import { EmptyState } from "@/ui/empty-state";
import { PanelSkeleton } from "@/ui/skeleton";
import { NewBenchmarkButton } from "../list/new-benchmark-button";
import { HostQueue } from "./host-queue";

/** What runs and what waits, a panel for each host. */
export function QueueList() {
  const { data, error, refetch } = useQuery(useTRPC().run.queue.queryOptions({}));
  if (data === undefined) {
    return error ? (
      <QueryError error={error} retry={() => void refetch()} />
    ) : (
      ["a", "b"].map((key) => <PanelSkeleton key={key} className="h-44" />)
    );
  }
  if (data.hosts.length === 0) {
    return (
      <EmptyState icon={ListOrdered} title="Nothing is running or queued" action={<NewBenchmarkButton />}>
        A run that is launched into the queue waits here until its turn comes.
      </EmptyState>
    );
  }
  return (
    <>
      {error ? <QueryError error={error} retry={() => void refetch()} /> : null}
      {data.more ? (
        <Banner tone="info" title="Not all runs are shown">
          More runs are waiting than fit on this page. They follow as the first ones end.
        </Banner>
      ) : null}
      {data.hosts.map((queue) => (
        <HostQueue key={queue.hostId} queue={queue} />
      ))}
    </>
  );
}
