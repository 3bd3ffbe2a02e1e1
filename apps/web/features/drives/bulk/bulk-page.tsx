"use client";

import { formatCount } from "@crosspoint/domain";
import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { CircleStop } from "lucide-react";
import { type Outputs, useTRPC } from "@/api/client";
import { refusalOf } from "@/api/refusal";
import { Page } from "@/features/navigation/page";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { Panel } from "@/ui/panel";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { ExactTime } from "@/ui/time";
import { BulkDrives } from "./bulk-drives";
import { BulkProgress } from "./bulk-progress";
import { outcomeName } from "./outcome-name";

const pollMs = 1_000;

type Bulk = Outputs["bulk"]["get"];

/** A bulk action while it goes on, and the report of it after. */
export function BulkPage({ bulkActionId }: { bulkActionId: string }) {
  const { data: bulk } = useSuspenseQuery(
    useTRPC().bulk.get.queryOptions(
      { bulkActionId },
      { refetchInterval: ({ state }) => (state.data?.finishedAt === undefined ? pollMs : false) },
    ),
  );
  return (
    <Page
      crumbs={[
        { name: "Drives", href: "/drives" },
        { name: "Bulk actions", href: "/drives/bulk" },
        { name: bulk.title },
      ]}
      title={bulk.title}
      subtitle={
        <>
          requested <ExactTime time={bulk.requestedAt} /> by {bulk.requestedBy}
          {bulk.stopped ? `, stopped by ${bulk.stopped.by}` : null}
        </>
      }
      actions={bulk.stoppable ? <StopButton bulk={bulk} /> : null}
    >
      <Panel title="Progress" note={bulk.finishedAt === undefined ? "goes on when you leave this page" : undefined}>
        <span role="status">
          <BulkProgress bulk={bulk} />
        </span>
      </Panel>
      {bulk.outcomes.length === 0 ? null : <Outcomes bulk={bulk} />}
      <BulkDrives
        key={bulk.finishedAt === undefined ? "open" : "over"}
        bulkActionId={bulkActionId}
        open={bulk.finishedAt === undefined}
      />
    </Page>
  );
}

function Outcomes({ bulk: { outcomes } }: { bulk: Bulk }) {
  return (
    <Panel title="Outcomes" flush>
      <Table label="Outcomes" stacked>
        <TableHead>
          <HeadCell>Outcome</HeadCell>
          <HeadCell>What</HeadCell>
          <HeadCell number>Drives</HeadCell>
        </TableHead>
        <tbody>
          {outcomes.map(({ outcome, reason, count }) => (
            <Row key={`${outcome} ${reason}`}>
              <Cell>{outcomeName(outcome)}</Cell>
              <Cell className="wrap-anywhere">{reason}</Cell>
              <Cell number label="Drives">
                {formatCount(count)}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}

/** What was done stays done, so that it needs no second question. */
function StopButton({ bulk: { id, total, processed } }: { bulk: Bulk }) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const stop = useMutation(
    trpc.bulk.stop.mutationOptions({ onSettled: () => cache.invalidateQueries(trpc.bulk.pathFilter()) }),
  );
  return (
    <>
      {stop.error ? <Banner tone="failed" title={refusalOf(stop.error).message} /> : null}
      <Button variant="danger" busy={stop.isPending} onClick={() => stop.mutate({ bulkActionId: id })}>
        <CircleStop aria-hidden /> Stop before the last {formatCount(total - processed)}
      </Button>
    </>
  );
}
