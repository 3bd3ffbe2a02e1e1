"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { type Inputs, useTRPC } from "@/api/client";
import { QueryError } from "@/features/navigation/page-error";
import { Button } from "@/ui/button";
import { Panel } from "@/ui/panel";
import { Segmented } from "@/ui/segmented";
import { PanelSkeleton } from "@/ui/skeleton";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { outcomeName } from "./outcome-name";

const shown = ["all", "done", "refused", "failed"] as const;
const pollMs = 5_000;
type Input = Inputs["bulk"]["drives"];

interface BulkDrivesProps {
  readonly bulkActionId: string;
  /** While it goes on, they are read again and again; once it is over, a last time: see its key. */
  readonly open: boolean;
}

/** Each drive with what became of it. */
export function BulkDrives({ bulkActionId, open }: BulkDrivesProps) {
  const [outcome, setOutcome] = useQueryState("outcome", parseAsStringLiteral(shown).withDefault("all"));
  const input: Input = { bulkActionId, ...(outcome === "all" ? {} : { outcome }) };
  const options = useTRPC().bulk.drives.infiniteQueryOptions(input, {
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
  const query = useInfiniteQuery({ ...options, refetchOnMount: "always", refetchInterval: open ? pollMs : false });
  if (query.error) return <QueryError error={query.error} retry={() => void query.refetch()} />;
  if (query.data === undefined) return <PanelSkeleton className="h-44" />;
  const drives = query.data.pages.flatMap((page) => page.drives);
  return (
    <Panel
      title="Drives"
      flush
      actions={
        <Segmented
          label="Outcome"
          value={outcome}
          onValueChange={(next) => void setOutcome(next)}
          options={shown.map((value) => ({ value, label: value === "all" ? "All" : outcomeName(value) }))}
        />
      }
    >
      {drives.length === 0 ? <p className="px-4 py-6 text-muted">No drives.</p> : null}
      {drives.length > 0 ? (
        <Table label="Drives" stacked>
          <TableHead>
            <HeadCell>Serial</HeadCell>
            <HeadCell>Model</HeadCell>
            <HeadCell>Outcome</HeadCell>
            <HeadCell>What</HeadCell>
          </TableHead>
          <tbody>
            {drives.map(({ driveId, serial, model, outcome: became, reason }) => (
              <Row key={driveId}>
                <Cell>
                  <Link href={`/drives/${driveId}`} prefetch={false} className="font-mono text-accent hover:underline">
                    {serial}
                  </Link>
                </Cell>
                <Cell>{model}</Cell>
                <Cell>{outcomeName(became)}</Cell>
                <Cell className="wrap-anywhere text-muted">{reason}</Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      ) : null}
      {query.hasNextPage ? (
        <div className="border-t p-2 text-center">
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show more
          </Button>
        </div>
      ) : null}
    </Panel>
  );
}
