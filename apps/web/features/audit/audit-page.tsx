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
import { actionName } from "./action-name";
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
      subtitle="Who did what to which object. Entries cannot be changed or removed."
    >
      {query.error ? <QueryError error={query.error} retry={() => void query.refetch()} /> : null}
      <AuditFilters filter={filter} onChange={(next) => void setFilter(next)} />
      {entries?.length === 0 ? <Nothing filter={filter} onClear={() => void setFilter(null)} /> : null}
      {entries?.length ? (
        <div className="rounded-lg border bg-surface">
          <Table label="Audit" stacked="many">
            <TableHead>
              <HeadCell>Time</HeadCell>
              <HeadCell>Who</HeadCell>
              <HeadCell>Action</HeadCell>
              <HeadCell>Target</HeadCell>
              <HeadCell>Details</HeadCell>
              <HeadCell>Result</HeadCell>
            </TableHead>
            <tbody>
              {entries.map((entry) => (
                <EntryRow key={entry.id} entry={entry} />
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
    return <EmptyState icon={ScrollText} title="No entries yet" />;
  }
  return (
    <EmptyState icon={ScrollText} title="No entries match">
      <Button onClick={onClear}>Clear filters</Button>
    </EmptyState>
  );
}

/** A launch ends as its run does; what was done at once has no end of its own. */
function Outcome({ entry: { outcome } }: { entry: Entry }) {
  if (outcome === undefined) return <span className="text-muted">Immediate</span>;
  const run = runStateLooks[outcome.state as RunState];
  return (
    <div className="grid gap-0.5">
      {run ? <Badge {...run} plain /> : <CommandState state={outcome.state} />}
      {outcome.reason ? <span className="text-muted">{outcome.reason}</span> : null}
    </div>
  );
}

function EntryRow({ entry }: { entry: Entry }) {
  const { expiresAt } = entry.detail;
  const told = detailText(entry.detail, entry.target);
  return (
    <Row>
      <Cell>
        <ExactTime time={entry.time} />
      </Cell>
      <Cell label="Who" className="wrap-anywhere @4xl:min-w-40">
        {entry.actor}
      </Cell>
      <Cell label="Action" className="@4xl:min-w-28 font-medium">
        <span title={entry.action}>{actionName(entry.action)}</span>
      </Cell>
      <Cell label="Target" className="wrap-anywhere @4xl:min-w-40">
        <Target entry={entry} />
      </Cell>
      <Cell className="@4xl:min-w-40 text-muted wrap-anywhere">
        {told}
        {typeof expiresAt === "string" ? (
          <>
            {told === "" ? "" : ", "}expires <ExactTime time={new Date(expiresAt)} />
          </>
        ) : null}
      </Cell>
      <Cell label="Result" className="wrap-anywhere @4xl:min-w-28">
        <Outcome entry={entry} />
      </Cell>
    </Row>
  );
}

const pathOf: Partial<Record<string, string>> = { host: "/hosts", drive: "/drives", run: "/benchmarks" };
const wordOf: Partial<Record<string, string>> = {
  ...{
    apiToken: "API token",
    enrollmentToken: "token",
    setupLink: "setup link",
    comparisonShare: "share link",
    bulk: "bulk action",
  },
  ...{ healthThreshold: "threshold", firmwareAdvice: "firmware notice", maintenance: "maintenance window" },
};

/** "drive PHKS7335006W375AGN": what it is, and the name by which a person knows it. What was removed has no page. */
function Target({ entry: { objectKind, objectId, target, isGone } }: { entry: Entry }) {
  const path = isGone ? undefined : pathOf[objectKind];
  const name = <span className={objectKind === "drive" ? "font-mono" : ""}>{target ?? objectId}</span>;
  return (
    <>
      <span className="text-muted">{wordOf[objectKind] ?? objectKind}</span>{" "}
      {path === undefined ? (
        name
      ) : (
        <Link href={`${path}/${objectId}`} className="text-accent hover:underline">
          {name}
        </Link>
      )}
    </>
  );
}
