"use client";

import { formatCount } from "@crosspoint/domain";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { FilterX, Plus, Server, X } from "lucide-react";
import Link from "next/link";
import { parseAsBoolean, parseAsString, useQueryState, useQueryStates } from "nuqs";
import { type ReactNode, useMemo } from "react";
import { useTRPC } from "@/api/client";
import { useWhyNot } from "@/features/access/actor";
import { ListSearch } from "@/features/navigation/list-search";
import { Page } from "@/features/navigation/page";
import { QueryError } from "@/features/navigation/page-error";
import { RemovalsNotice } from "@/features/removal/removals-notice";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { DescribeHostsButton } from "../place/describe-hosts-button";
import { UpgradeButton } from "../upgrade/upgrade-button";
import { AddHostDialog } from "./add-host-dialog";
import { AgentFilter } from "./agent-version";
import { useHostSelection } from "./host-selection";
import { HostSelectionBar } from "./host-selection-bar";
import { HostsTable } from "./hosts-table";
import { type PlaceFilter, PlaceFilters } from "./place-filters";
import { TokensPanel } from "./tokens-panel";

const word = parseAsString.withDefault("");
const placeParsers = { rack: word, role: word, tag: word };

/** As the API wants it. */
function placeInput({ rack, role, tag }: PlaceFilter) {
  return { ...(rack ? { rack } : {}), ...(role ? { role } : {}), ...(tag ? { tag } : {}) };
}

export function HostsPage() {
  const [search, setSearch] = useQueryState("search", parseAsString.withDefault(""));
  const [adding, setAdding] = useQueryState("add", parseAsBoolean.withDefault(false));
  const [agent, setAgent] = useQueryState("agent", parseAsString.withDefault(""));
  const [place, setPlace] = useQueryStates(placeParsers);
  const [reporting, setReporting] = useQueryState("reporting", parseAsBoolean);
  const whyNot = useWhyNot("host.enroll");
  const query = useInfiniteQuery(
    useTRPC().host.list.infiniteQueryOptions(
      {
        ...(search ? { search } : {}),
        ...(agent ? { agent } : {}),
        ...(reporting === null ? {} : { reporting }),
        ...placeInput(place),
      },
      { getNextPageParam: (page) => page.nextCursor, placeholderData: keepPreviousData },
    ),
  );
  const hosts = useMemo(() => query.data?.pages.flatMap((page) => page.hosts), [query.data]);
  const selection = useHostSelection(useMemo(() => hosts?.map(({ id }) => id) ?? [], [hosts]));
  const first = query.data?.pages[0];
  const total = first?.total;
  const isFiltered = reporting !== null || [search, agent, ...Object.values(place)].some((value) => value !== "");
  const addButton = (
    <Button variant="primary" disabledReason={whyNot} onClick={() => void setAdding(true)}>
      <Plus aria-hidden /> Add a host
    </Button>
  );
  return (
    <Page
      crumbs={[{ name: "Hosts" }]}
      title="Hosts"
      subtitle={total === undefined ? undefined : `${formatCount(total)} ${isFiltered ? "match" : "enrolled"}`}
      actions={
        <>
          <Button asChild variant="ghost">
            <Link href="/hosts/upgrades">Upgrades</Link>
          </Button>
          {addButton}
        </>
      }
    >
      <RemovalsNotice />
      {total === 0 && !isFiltered ? null : (
        <div className="flex flex-wrap gap-2">
          <ListSearch label="Search hosts" placeholder="Host name" value={search} onSearch={setSearch} />
          {first ? (
            <>
              <AgentFilter found={first} agent={agent} onChange={(value) => void setAgent(value || null)} />
              <PlaceFilters
                places={first.places}
                filter={place}
                onChange={(name, value) => void setPlace({ [name]: value || null })}
              />
            </>
          ) : null}
          {reporting === null ? null : (
            <Button
              className="border-accent text-accent"
              onClick={() => void setReporting(null)}
              title="Clear this filter"
            >
              {reporting ? "Reporting" : "Not reporting"} <X aria-hidden />
            </Button>
          )}
        </div>
      )}
      {query.error ? <QueryError error={query.error} retry={() => void query.refetch()} /> : null}
      {hosts?.length ? <HostsTable hosts={hosts} servedAgent={first?.servedAgent} selection={selection} /> : null}
      {hosts?.length === 0 ? (
        <Nothing
          search={search}
          isFiltered={isFiltered}
          clear={() => void Promise.all([setSearch(null), setAgent(null), setReporting(null), setPlace(null)])}
          addButton={addButton}
        />
      ) : null}
      {query.hasNextPage ? (
        <Button
          className="justify-self-start"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show more
        </Button>
      ) : null}
      <HostSelectionBar selection={selection}>
        <DescribeHostsButton hostIds={selection.ids} />
        <UpgradeButton hostIds={selection.ids} />
      </HostSelectionBar>
      <TokensPanel />
      <AddHostDialog open={adding && whyNot === undefined} onOpenChange={(open) => void setAdding(open || null)} />
    </Page>
  );
}

interface NothingProps {
  readonly search: string;
  readonly isFiltered: boolean;
  readonly clear: () => void;
  readonly addButton: ReactNode;
}

function Nothing({ search, isFiltered, clear, addButton }: NothingProps) {
  if (isFiltered) {
    return (
      <EmptyState
        icon={FilterX}
        title={search ? `No results for “${search}”` : "No host passes these filters"}
        action={<Button onClick={clear}>Clear filters</Button>}
      />
    );
  }
  return (
    <EmptyState icon={Server} title="No hosts yet" action={addButton}>
      Add one with a single command and a token generated here. Its drives appear automatically.
    </EmptyState>
  );
}
