"use client";

import { useQuery } from "@tanstack/react-query";
import { Gauge } from "lucide-react";
import { type inferParserType, useQueryStates } from "nuqs";
import { useTRPC } from "@/api/client";
import { QueryError } from "@/features/navigation/page-error";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Input } from "@/ui/input";
import { Panel } from "@/ui/panel";
import { Skeleton } from "@/ui/skeleton";
import { NewBenchmarkButton } from "./new-benchmark-button";
import { Pager } from "./pager";
import { runFilterParsers } from "./run-filters";
import { RunsTable } from "./runs-table";
import { StateFilter } from "./state-filter";

/** All runs, newest first, kept fresh by the live stream; filters in the URL. */
export function RunsList() {
  const [filters, setFilters] = useQueryStates(runFilterParsers, { history: "replace" });
  const { q, state, drive, host, after } = filters;
  const query = useRuns(filters);
  const filtered = q !== "" || state.length > 0 || drive !== null || host !== null || after !== null;
  return (
    <Panel
      title="Runs"
      flush
      actions={
        <Input
          type="search"
          aria-label="Search runs by target or host"
          placeholder="Target or host"
          className="h-7 w-48"
          defaultValue={q}
          onChange={(event) => void setFilters({ q: event.target.value || null, after: null })}
        />
      }
    >
      <StateFilter
        value={state}
        onChange={(next) => void setFilters({ state: next.length > 0 ? next : null, after: null })}
      />
      {query.isError ? (
        <div className="p-4">
          <QueryError error={query.error} retry={() => void query.refetch()} />
        </div>
      ) : query.data === undefined ? (
        <RowsSkeleton />
      ) : query.data.runs.length === 0 ? (
        <NoRuns onClear={filtered ? () => void setFilters(null) : undefined} />
      ) : (
        <>
          <RunsTable runs={query.data.runs} />
          <Pager
            first={after === null}
            next={query.data.nextCursor}
            onFirst={() => void setFilters({ after: null })}
            onNext={(next) => void setFilters({ after: next }, { history: "push" })}
          />
        </>
      )}
    </Panel>
  );
}

function useRuns({ q, state, drive, host, after }: inferParserType<typeof runFilterParsers>) {
  const trpc = useTRPC();
  return useQuery(
    trpc.run.list.queryOptions(
      {
        ...(q ? { search: q } : {}),
        ...(state.length > 0 ? { states: state } : {}),
        ...(drive ? { driveId: drive } : {}),
        ...(host ? { hostId: host } : {}),
        ...(after ? { cursor: after } : {}),
      },
      { placeholderData: (before) => before },
    ),
  );
}

function NoRuns({ onClear }: { onClear: (() => void) | undefined }) {
  if (onClear !== undefined) {
    return (
      <EmptyState
        icon={Gauge}
        title="No runs match these filters"
        action={<Button onClick={onClear}>Clear filters</Button>}
      />
    );
  }
  return (
    <EmptyState icon={Gauge} title="No benchmarks yet" action={<NewBenchmarkButton />}>
      Choose a drive and run the quick check: three minutes, reads only, safe on a drive in use.
    </EmptyState>
  );
}

function RowsSkeleton() {
  return (
    <div className="grid gap-2 p-4">
      {["a", "b", "c", "d", "e", "f"].map((key) => (
        <Skeleton key={key} className="h-7" />
      ))}
    </div>
  );
}
