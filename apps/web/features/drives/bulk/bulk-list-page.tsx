"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { ListChecks } from "lucide-react";
import Link from "next/link";
import { useTRPC } from "@/api/client";
import { Page } from "@/features/navigation/page";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Panel } from "@/ui/panel";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { RelativeTime } from "@/ui/time";
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
    <Page crumbs={[{ name: "Drives", href: "/drives" }, { name: "Bulk actions" }]} title="Bulk actions">
      {data.length === 0 ? (
        <EmptyState
          icon={ListChecks}
          title="No bulk actions yet"
          action={
            <Button asChild>
              <Link href="/drives">Select drives</Link>
            </Button>
          }
        >
          Select drives in the list, and choose an action.
        </EmptyState>
      ) : (
        <Panel title="Bulk actions" note="the last 50" flush>
          <Table label="Bulk actions" stacked>
            <TableHead>
              <HeadCell>Action</HeadCell>
              <HeadCell>Progress</HeadCell>
              <HeadCell>Requested</HeadCell>
              <HeadCell>By</HeadCell>
            </TableHead>
            <tbody>
              {data.map((bulk) => (
                <Row key={bulk.id}>
                  <Cell>
                    <Link href={`/drives/bulk/${bulk.id}`} className="text-accent hover:underline">
                      {bulk.title}
                    </Link>
                  </Cell>
                  <Cell>
                    <BulkProgress bulk={bulk} />
                  </Cell>
                  <Cell label="Requested">
                    <RelativeTime time={bulk.requestedAt} />
                  </Cell>
                  <Cell label="By">{bulk.requestedBy}</Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        </Panel>
      )}
    </Page>
  );
}
