"use client";

import { formatCount, VERDICTS } from "@crosspoint/domain";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FilterX, HardDrive } from "lucide-react";
import Link from "next/link";
import { useQueryStates } from "nuqs";
import { useTRPC } from "@/api/client";
import { ListSearch } from "@/features/navigation/list-search";
import { Page } from "@/features/navigation/page";
import { QueryError } from "@/features/navigation/page-error";
import { RemovalsNotice } from "@/features/removal/removals-notice";
import { Button } from "@/ui/button";
import { DriveName } from "@/ui/drive-name";
import { EmptyState } from "@/ui/empty-state";
import { healthLooks } from "@/ui/status";
import { type DriveFilter, driveFilterParsers, isFiltered, listInput } from "./drive-filter";
import { DriveSelectionContext, useSelectDrives } from "./drive-selection";
import { DrivesTable } from "./drives-table";
import { FilterMenu } from "./filter-menu";
import { SelectionBar } from "./selection-bar";

export function DrivesPage() {
  const trpc = useTRPC();
  const [filter, setFilter] = useQueryStates(driveFilterParsers);
  const list = useQuery(trpc.drive.list.queryOptions(listInput(filter), { placeholderData: keepPreviousData }));
  const first = list.data;
  const total = first?.total;
  const selection = useSelectDrives();
  const clear = () => setFilter({ search: null, verdict: null, model: null, firmware: null, host: null });
  return (
    <Page
      crumbs={[{ name: "Drives" }]}
      title="Drives"
      subtitle={first && `${countText(first)} ${isFiltered(filter) ? "match" : "known"}`}
    >
      <RemovalsNotice />
      <Filters filter={filter} setFilter={setFilter} clear={clear} />
      {list.error ? <QueryError error={list.error} retry={() => void list.refetch()} /> : null}
      {total === 0 ? <Nothing filtered={isFiltered(filter)} clear={clear} /> : null}
      {total ? (
        <DriveSelectionContext value={selection}>
          <DrivesTable
            filter={filter}
            first={list.isPlaceholderData ? undefined : first}
            total={first?.totalIsExact ? total : undefined}
            sortBy={(column) =>
              setFilter({ sort: column, descending: filter.sort === column ? !filter.descending : false })
            }
          />
          <SelectionBar />
        </DriveSelectionContext>
      ) : null}
    </Page>
  );
}

function countText({ total, totalIsExact }: { total: number; totalIsExact: boolean }): string {
  return totalIsExact ? formatCount(total) : `More than ${formatCount(total)}`;
}

interface FiltersProps {
  readonly filter: DriveFilter;
  readonly setFilter: ReturnType<typeof useQueryStates<typeof driveFilterParsers>>[1];
  readonly clear: () => void;
}

function Filters({ filter, setFilter, clear }: FiltersProps) {
  const { data } = useQuery(useTRPC().drive.choices.queryOptions());
  const named = (choices: readonly { value: string; label: string; count: number }[] = []) =>
    choices.map((choice) => ({ ...choice, text: choice.label }));
  const verdicts = VERDICTS.map((value) => ({
    value,
    label: healthLooks[value].word,
    text: healthLooks[value].word,
    count: data?.verdicts.find((each) => each.value === value)?.count ?? 0,
  }));
  return (
    <search className="flex flex-wrap items-center gap-2">
      <ListSearch
        label="Search drives"
        placeholder="Serial, product, model or host"
        value={filter.search}
        onSearch={(search, options) => setFilter({ search }, options)}
      />
      <FilterMenu
        name="Verdict"
        choices={verdicts}
        chosen={filter.verdict}
        onChange={(chosen) => setFilter({ verdict: VERDICTS.filter((verdict) => chosen.includes(verdict)) })}
      />
      <FilterMenu
        name="Model"
        choices={(data?.models ?? []).map(({ value, productName, count }) => ({
          value,
          label: <DriveName productName={productName} model={value} />,
          text: `${productName ?? ""} ${value}`,
          count,
        }))}
        chosen={filter.model}
        onChange={(model) => setFilter({ model })}
      />
      <FilterMenu
        name="Firmware"
        choices={named(data?.firmwares)}
        chosen={filter.firmware}
        onChange={(firmware) => setFilter({ firmware })}
      />
      <FilterMenu
        name="Host"
        choices={named(data?.hosts)}
        chosen={filter.host}
        onChange={(host) => setFilter({ host })}
      />
      {isFiltered(filter) ? (
        <Button variant="ghost" onClick={clear}>
          <FilterX aria-hidden /> Clear filters
        </Button>
      ) : null}
    </search>
  );
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
