"use client";

import { formatCount } from "@crosspoint/domain";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { FilterX, Plus, Server } from "lucide-react";
import Link from "next/link";
import { parseAsBoolean, parseAsString, useQueryState } from "nuqs";
import type { ReactNode } from "react";
import { useTRPC } from "@/api/client";
import { useWhyNot } from "@/features/access/actor";
import { ListSearch } from "@/features/navigation/list-search";
import { Page } from "@/features/navigation/page";
import { QueryError } from "@/features/navigation/page-error";
import { RemovalsNotice } from "@/features/removal/removals-notice";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { NotKnown } from "@/ui/quantity";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { RelativeTime } from "@/ui/time";
import { ClockSkew } from "../clock-skew";
import { type HostEntry, HostStateBadge } from "../host-state";
import { AddHostDialog } from "./add-host-dialog";
import { TokensPanel } from "./tokens-panel";

export function HostsPage() {
  const [search, setSearch] = useQueryState("search", parseAsString.withDefault(""));
  const [adding, setAdding] = useQueryState("add", parseAsBoolean.withDefault(false));
  const whyNot = useWhyNot("host.enroll");
  const query = useInfiniteQuery(
    useTRPC().host.list.infiniteQueryOptions(
      { ...(search ? { search } : {}) },
      { getNextPageParam: (page) => page.nextCursor, placeholderData: keepPreviousData },
    ),
  );
  const hosts = query.data?.pages.flatMap((page) => page.hosts);
  const total = query.data?.pages[0]?.total;
  const addButton = (
    <Button variant="primary" disabledReason={whyNot} onClick={() => void setAdding(true)}>
      <Plus aria-hidden /> Add a host
    </Button>
  );
  return (
    <Page
      crumbs={[{ name: "Hosts" }]}
      title="Hosts"
      subtitle={total === undefined ? undefined : `${formatCount(total)} ${search ? "match" : "enrolled"}`}
      actions={addButton}
    >
      <RemovalsNotice />
      {total === 0 && !search ? null : (
        <ListSearch label="Search hosts" placeholder="Host name" value={search} onSearch={setSearch} />
      )}
      {query.error ? <QueryError error={query.error} retry={() => void query.refetch()} /> : null}
      {hosts?.length ? <HostsTable hosts={hosts} /> : null}
      {hosts?.length === 0 ? (
        <Nothing search={search} clear={() => void setSearch(null)} addButton={addButton} />
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
      <TokensPanel />
      <AddHostDialog open={adding && whyNot === undefined} onOpenChange={(open) => void setAdding(open || null)} />
    </Page>
  );
}

function HostsTable({ hosts }: { hosts: readonly HostEntry[] }) {
  return (
    <div className="rounded-lg border bg-surface">
      <Table label="Hosts" stacked>
        <TableHead>
          <HeadCell>State</HeadCell>
          <HeadCell>Host</HeadCell>
          <HeadCell number>Drives</HeadCell>
          <HeadCell number>Scratch files</HeadCell>
          <HeadCell>Agent</HeadCell>
          <HeadCell>Clock</HeadCell>
          <HeadCell number>Last report</HeadCell>
        </TableHead>
        <tbody>
          {hosts.map((host) => (
            <Row key={host.id} className="relative hover:bg-hover has-focus-visible:bg-hover max-sm:grid-cols-2">
              <Cell>
                <HostStateBadge host={host} plain />
              </Cell>
              <Cell>
                <Link href={`/hosts/${host.id}`} className="font-medium after:absolute after:inset-0 hover:underline">
                  {host.hostname}
                </Link>
              </Cell>
              <Cell number label="Drives">
                {formatCount(host.drives)}
              </Cell>
              <Cell number label="Scratch files">
                {formatCount(host.scratchFiles)}
              </Cell>
              <Cell label="Agent" className="font-mono">
                {host.agentVersion}
              </Cell>
              <Cell label="Clock">
                <ClockSkew host={host} />
              </Cell>
              <Cell number label="Last report">
                {host.lastSeenAt ? <RelativeTime time={host.lastSeenAt} /> : <NotKnown why="never" />}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

interface NothingProps {
  readonly search: string;
  readonly clear: () => void;
  readonly addButton: ReactNode;
}

function Nothing({ search, clear, addButton }: NothingProps) {
  if (search) {
    return (
      <EmptyState
        icon={FilterX}
        title={`No results for “${search}”`}
        action={<Button onClick={clear}>Clear search</Button>}
      />
    );
  }
  return (
    <EmptyState icon={Server} title="No hosts yet" action={addButton}>
      Add one with a single command and a token generated here. Its drives appear automatically.
    </EmptyState>
  );
}
