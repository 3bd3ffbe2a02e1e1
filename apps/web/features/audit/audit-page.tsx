"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import Link from "next/link";
import { type Outputs, useTRPC } from "@/api/client";
import { Page } from "@/features/navigation/page";
import { QueryError } from "@/features/navigation/page-error";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { ExactTime } from "@/ui/time";

type Entry = Outputs["audit"]["list"]["entries"][number];

/** Who asked what of which object, the newest first. */
export function AuditPage() {
  const query = useInfiniteQuery(
    useTRPC().audit.list.infiniteQueryOptions({}, { getNextPageParam: (page) => page.nextCursor }),
  );
  const entries = query.data?.pages.flatMap((page) => page.entries);
  return (
    <Page
      crumbs={[{ name: "Audit" }]}
      title="Audit"
      subtitle="Who did what, to what, and when. Entries cannot be changed or removed."
    >
      {query.error ? <QueryError error={query.error} retry={() => void query.refetch()} /> : null}
      {entries?.length === 0 ? <EmptyState icon={ScrollText} title="Nothing has been done yet" /> : null}
      {entries?.length ? (
        <div className="rounded-lg border bg-surface">
          <Table label="Audit">
            <TableHead>
              <HeadCell>Time</HeadCell>
              <HeadCell>Who</HeadCell>
              <HeadCell>Did</HeadCell>
              <HeadCell>To</HeadCell>
              <HeadCell>Detail</HeadCell>
            </TableHead>
            <tbody>
              {entries.map((entry) => (
                <Row key={entry.id}>
                  <Cell>
                    <ExactTime time={entry.time} />
                  </Cell>
                  <Cell>{entry.actor}</Cell>
                  <Cell className="font-mono">{entry.action}</Cell>
                  <Cell>
                    <ObjectLink entry={entry} />
                  </Cell>
                  <Cell className="min-w-64 break-words text-muted">{detailText(entry)}</Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        </div>
      ) : null}
      {query.hasNextPage ? (
        <Button
          className="justify-self-start"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show older
        </Button>
      ) : null}
    </Page>
  );
}

const pathOf: Partial<Record<string, string>> = { host: "/hosts", drive: "/drives", run: "/benchmarks" };
const wordOf: Partial<Record<string, string>> = { run: "benchmark run", enrollmentToken: "enrolment token" };

function ObjectLink({ entry }: { entry: Entry }) {
  const word = wordOf[entry.objectKind] ?? entry.objectKind;
  const path = pathOf[entry.objectKind];
  if (!path) return <span title={entry.objectId}>{word}</span>;
  return (
    <Link href={`${path}/${entry.objectId}`} title={entry.objectId} className="text-accent hover:underline">
      {word}
    </Link>
  );
}

function detailText({ detail }: Entry): string {
  return Object.entries(detail)
    .map(([name, value]) => `${name}: ${value}`)
    .join(", ");
}
