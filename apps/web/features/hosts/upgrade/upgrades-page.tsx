"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { CircleArrowUp } from "lucide-react";
import Link from "next/link";
import { useTRPC } from "@/api/client";
import { Page } from "@/features/navigation/page";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Panel } from "@/ui/panel";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { RelativeTime } from "@/ui/time";
import { isOpen, upgradeText } from "./upgrade-progress";

const pollMs = 2_000;

/** The last upgrades of agents, the newest first. */
export function UpgradesPage() {
  const { data } = useSuspenseQuery(
    useTRPC().host.upgrades.queryOptions(undefined, {
      refetchInterval: ({ state }) => (state.data?.some(({ states }) => isOpen(states)) ? pollMs : false),
    }),
  );
  return (
    <Page crumbs={[{ name: "Hosts", href: "/hosts" }, { name: "Upgrades" }]} title="Agent upgrades">
      {data.length === 0 ? (
        <EmptyState
          icon={CircleArrowUp}
          title="No upgrades yet"
          action={
            <Button asChild>
              <Link href="/hosts">Select hosts</Link>
            </Button>
          }
        >
          Select hosts in the list, and upgrade their agents. None is ever upgraded by itself.
        </EmptyState>
      ) : (
        <Panel title="Agent upgrades" note="the last 20" flush>
          <Table label="Agent upgrades" stacked>
            <TableHead>
              <HeadCell>Version</HeadCell>
              <HeadCell>Progress</HeadCell>
              <HeadCell>Requested</HeadCell>
              <HeadCell>By</HeadCell>
            </TableHead>
            <tbody>
              {data.map(({ id, version, states, requestedAt, requestedBy }) => (
                <Row key={id}>
                  <Cell>
                    <Link href={`/hosts/upgrades/${id}`} className="font-mono text-accent hover:underline">
                      {version}
                    </Link>
                  </Cell>
                  <Cell>{upgradeText(states)}</Cell>
                  <Cell label="Requested">
                    <RelativeTime time={requestedAt} />
                  </Cell>
                  <Cell label="By">{requestedBy}</Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        </Panel>
      )}
    </Page>
  );
}
