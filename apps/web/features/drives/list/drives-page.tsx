"use client";

import { formatCount } from "@crosspoint/domain";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FilterX, HardDrive } from "lucide-react";
import Link from "next/link";
import { useQueryStates } from "nuqs";
import { useTRPC } from "@/api/client";
import { Page } from "@/features/navigation/page";
import { QueryError } from "@/features/navigation/page-error";
import { RemovalsNotice } from "@/features/removal/removals-notice";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { ColumnsMenu } from "./columns-menu";
import { driveFilterParsers, filterInput, isFiltered, listInput, noFilter } from "./drive-filter";
import { DriveFilters } from "./drive-filters";
import { DriveSelectionContext, useSelectDrives } from "./drive-selection";
import { DrivesTable } from "./drives-table";
import { ExportMenu } from "./export-menu";
import { type Picked, pickedText } from "./picked";
import { DriveSelectionBar } from "./selection-bar";
import { ViewsMenu } from "./views-menu";

const allMatches: Picked = { kind: "matches", exceptIds: [] };

export function DrivesPage() {
  const trpc = useTRPC();
  const [filter, setFilter] = useQueryStates(driveFilterParsers);
  const list = useQuery(trpc.drive.list.queryOptions(listInput(filter), { placeholderData: keepPreviousData }));
  const first = list.data;
  const total = first?.total;
  const selection = useSelectDrives(JSON.stringify(filterInput(filter)), JSON.stringify(listInput(filter)));
  const clear = () => setFilter(noFilter);
  return (
    <Page
      crumbs={[{ name: "Drives" }]}
      title="Drives"
      actions={
        <>
          <ViewsMenu filter={filter} />
          <ColumnsMenu chosen={filter.columns} onChange={(columns) => setFilter({ columns })} />
          {first && total ? (
            <ExportMenu filter={filter} picked={allMatches} drives={pickedText(allMatches, first)} />
          ) : null}
        </>
      }
      subtitle={first && `${countText(first)} ${isFiltered(filter) ? "match" : "known"}`}
    >
      <RemovalsNotice />
      <DriveFilters filter={filter} setFilter={setFilter} clear={clear} />
      {list.error ? <QueryError error={list.error} retry={() => void list.refetch()} /> : null}
      {total === 0 ? <Nothing filtered={isFiltered(filter)} clear={clear} /> : null}
      {first && total ? (
        <DriveSelectionContext value={selection}>
          <DrivesTable
            filter={filter}
            first={list.isPlaceholderData ? undefined : first}
            total={first.totalIsExact ? total : undefined}
            sortBy={(column) =>
              setFilter({ sort: column, descending: filter.sort === column ? !filter.descending : false })
            }
          />
          <DriveSelectionBar filter={filter} total={first} />
        </DriveSelectionContext>
      ) : null}
    </Page>
  );
}

function countText({ total, totalIsExact }: { total: number; totalIsExact: boolean }): string {
  return totalIsExact ? formatCount(total) : `More than ${formatCount(total)}`;
}

function Nothing({ filtered, clear }: { filtered: boolean; clear: () => void }) {
  if (filtered) {
    return (
      <EmptyState icon={FilterX} title="No drives match" action={<Button onClick={clear}>Clear filters</Button>}>
        No drive passes all of these filters.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={HardDrive}
      title="No drives yet"
      action={
        <Button asChild variant="primary">
          <Link href="/hosts?add=true">Add a host</Link>
        </Button>
      }
    >
      Drives appear automatically once a host reports them.
    </EmptyState>
  );
}
