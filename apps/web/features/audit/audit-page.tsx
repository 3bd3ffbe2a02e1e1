"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import Link from "next/link";
import { useQueryStates } from "nuqs";
import { type Outputs, useTRPC } from "@/api/client";
import { Page } from "@/features/navigation/page";
import { QueryError } from "@/features/navigation/page-error";
import { type RunState, runStateLooks } from "@/features/runs/run-state";
import { Button } from "@/ui/button";
import { CommandState } from "@/ui/command-state";
import { EmptyState } from "@/ui/empty-state";
import { Badge } from "@/ui/status";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { ExactTime } from "@/ui/time";
import { type AuditFilter, auditFilterParsers, auditInput } from "./audit-filter";
import { AuditFilters } from "./audit-filters";
import { detailText } from "./detail-text";

type Entry = Outputs["audit"]["list"]["entries"][number];

/** Who asked what of which object, the newest first. */
export function AuditPage() {
  const [filter, setFilter] = useQueryStates(auditFilterParsers);
  const query = useInfiniteQuery(
    useTRPC().audit.list.infiniteQueryOptions(auditInput(filter), { getNextPageParam: (page) => page.nextCursor }),
  );
  const entries = query.data?.pages.flatMap((page) => page.entries);
  return (
    <Page
      crumbs={[{ name: "Audit" }]}
      title="Audit"
      subtitle="Who did what, to what, and when. Entries cannot be changed or removed."
    >
      {query.error ? <QueryError error={query.error} retry={() => void query.refetch()} /> : null}
      <AuditFilters filter={filter} onChange={(next) => void setFilter(next)} />
      {entries?.length === 0 ? <Nothing filter={filter} onClear={() => void setFilter(null)} /> : null}
      {entries?.length ? (
        <div className="rounded-lg border bg-surface">
          <Table label="Audit" stacked>
            <TableHead>
              <HeadCell>Time</HeadCell>
              <HeadCell>Who</HeadCell>
              <HeadCell>Did</HeadCell>
              <HeadCell>To</HeadCell>
              <HeadCell>Detail</HeadCell>
              <HeadCell>Ended</HeadCell>
            </TableHead>
            <tbody>
              {entries.map((entry) => (
                <Row key={entry.id}>
                  <Cell>
                    <ExactTime time={entry.time} />
                  </Cell>
                  <Cell label="Who">{entry.actor}</Cell>
                  <Cell label="Did" className="font-mono">
                    {entry.action}
                  </Cell>
                  <Cell label="To">
                    <ObjectLink entry={entry} />
                  </Cell>
                  <Cell className="min-w-64 break-words text-muted">{detailText(entry.detail)}</Cell>
                  <Cell label="Ended" className="min-w-40 break-words">
                    <Outcome entry={entry} />
                  </Cell>
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

function Nothing({ filter, onClear }: { filter: AuditFilter; onClear: () => void }) {
  if (Object.values(filter).every((value) => value === "")) {
    return <EmptyState icon={ScrollText} title="Nothing has been done yet" />;
  }
  return (
    <EmptyState icon={ScrollText} title="Nothing that was done fits">
      <Button onClick={onClear}>Clear the filter</Button>
    </EmptyState>
  );
}

/** A launch ends as its run does; what was done at once has no end of its own. */
function Outcome({ entry: { outcome } }: { entry: Entry }) {
  if (outcome === undefined) return <span className="text-muted">at once</span>;
  const run = runStateLooks[outcome.state as RunState];
  return (
    <div className="grid gap-0.5">
      {run ? <Badge {...run} plain /> : <CommandState state={outcome.state} />}
      {outcome.reason ? <span className="text-muted">{outcome.reason}</span> : null}
    </div>
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
