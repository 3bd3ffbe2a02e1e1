"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsString, useQueryState } from "nuqs";
import { useTRPC } from "@/api/client";
import { ListSearch } from "@/features/navigation/list-search";
import { QueryError } from "@/features/navigation/page-error";
import { PanelSkeleton } from "@/ui/skeleton";
import { groupPlans } from "../group-plans";
import { findSaved } from "../saved-plan-options";
import { BuiltInPanel } from "./built-in-panel";
import { DraftsPanel } from "./drafts-panel";
import { SavedPlansPanel } from "./saved-plans-panel";

/** Saved and built-in plans, with one search over both; it is in the URL. */
export function PlanLibrary() {
  const trpc = useTRPC();
  const builtIn = useQuery(trpc.plan.list.queryOptions());
  const saved = useQuery(trpc.plan.saved.queryOptions());
  const [search, setSearch] = useQueryState(
    "search",
    parseAsString.withDefault("").withOptions({ history: "replace" }),
  );
  const failed = [builtIn, saved].find(({ error }) => error !== null);
  if (failed?.error) return <QueryError error={failed.error} retry={() => void failed.refetch()} />;
  if (builtIn.data === undefined || saved.data === undefined) return <PanelSkeleton className="h-96" />;
  return (
    <>
      <ListSearch
        label="Search plans"
        placeholder="Name, publisher or person"
        value={search}
        onSearch={(text, options) => void setSearch(text, options)}
      />
      <DraftsPanel />
      <SavedPlansPanel plans={findSaved(saved.data, search)} total={saved.data.length} />
      <BuiltInPanel groups={groupPlans(builtIn.data, search)} />
    </>
  );
}
