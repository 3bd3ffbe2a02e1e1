"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { ListChecks } from "lucide-react";
import { useTRPC } from "@/api/client";
import { RequestListPage } from "@/features/navigation/request-list-page";
import { BulkProgress } from "./bulk-progress";

const pollMs = 2_000;

/** The last bulk actions, the newest first. */
export function BulkListPage() {
  const { data } = useSuspenseQuery(
    useTRPC().bulk.list.queryOptions(undefined, {
      refetchInterval: ({ state }) => (state.data?.some(({ finishedAt }) => finishedAt === undefined) ? pollMs : false),
    }),
  );
  return (
    <RequestListPage
      title="Bulk actions"
      parent={{ name: "Drives", href: "/drives" }}
      crumb="Bulk actions"
      note="the last 50"
      what="Action"
      rows={data.map((bulk) => ({
        ...bulk,
        href: `/drives/bulk/${bulk.id}`,
        name: bulk.title,
        progress: <BulkProgress bulk={bulk} />,
      }))}
      empty={{
        icon: ListChecks,
        title: "No bulk actions yet",
        action: "Select drives",
        text: "Select drives in the list, and choose an action.",
      }}
    />
  );
}
