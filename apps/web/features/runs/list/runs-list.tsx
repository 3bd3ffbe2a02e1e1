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
  const { q, state, drive, host, tag, after } = filters;
  const query = useRuns(filters);
  const filtered = q !== "" || state.length > 0 || drive !== null || host !== null || tag !== null || after !== null;
  return (
    <Panel
      title="Runs"
      flush
      actions={
        <Input
          type="search"
          aria-label="Search runs by target, host, note or tag"
          placeholder="Target, host, note, tag"
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
      {tag === null ? null : (
        <p className="flex flex-wrap items-center gap-2 border-b px-4 py-2">
          Tagged “{tag}”
          <Button size="small" onClick={() => void setFilters({ tag: null, after: null })}>
            Show all runs
          </Button>
        </p>
      )}
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

function useRuns({ q, state, drive, host, tag, after }: inferParserType<typeof runFilterParsers>) {
  const trpc = useTRPC();
  return useQuery(
    trpc.run.list.queryOptions(
      {
        ...(q ? { search: q } : {}),
        ...(state.length > 0 ? { states: state } : {}),
        ...(drive ? { driveId: drive } : {}),
        ...(host ? { hostId: host } : {}),
        ...(tag ? { tag } : {}),
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
