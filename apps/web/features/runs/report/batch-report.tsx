"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTRPC } from "@/api/client";
import { Page } from "@/features/navigation/page";
import { Definition, DefinitionList } from "@/ui/definition-list";
import { Panel } from "@/ui/panel";
import { NotKnown } from "@/ui/quantity";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { ExactTime } from "@/ui/time";
import { type Reported, reasonsOf } from "../qualification/reasons";
import { VerdictBadge } from "../qualification/verdict-badge";
import { RunStateBadge } from "../run-state";
import { OddOnesPanel } from "./odd-ones-panel";
import { PrintButton } from "./print-button";

/** A batch on paper: each drive's verdict with its reasons, and which one is not like the others. */
export function BatchReport({ batchId }: { batchId: string }) {
  const trpc = useTRPC();
  const { data: batch } = useSuspenseQuery(trpc.batch.get.queryOptions({ batchId }));
  const { data: report } = useSuspenseQuery(trpc.batch.report.queryOptions({ batchId }));
  const name = batch.name || batch.planName;
  return (
    <Page
      crumbs={[
        { name: "Benchmarks", href: "/benchmarks" },
        { name, href: `/benchmarks/batches/${batchId}` },
        { name: "Report" },
      ]}
      title={name}
      actions={<PrintButton />}
    >
      <Panel title="Batch">
        <DefinitionList>
          <Definition term="Plan">{batch.planName}</Definition>
          <Definition term="Plan hash">
            <span className="wrap-anywhere">{batch.planHash}</span>
          </Definition>
          <Definition term="Requested">
            <ExactTime time={batch.requestedAt} /> by {batch.requestedBy}
          </Definition>
        </DefinitionList>
      </Panel>
      <OddOnesPanel report={report} />
      <Panel title="Drives" flush>
        <Table label="Drives" stacked>
          <TableHead>
            <HeadCell>Drive</HeadCell>
            <HeadCell>Host</HeadCell>
            <HeadCell>Firmware</HeadCell>
            <HeadCell>Verdict</HeadCell>
            <HeadCell>Reasons</HeadCell>
          </TableHead>
          <tbody>
            {report.runs.map((reported) => (
              <DriveRow key={reported.run.id} reported={reported} />
            ))}
          </tbody>
        </Table>
      </Panel>
    </Page>
  );
}

function DriveRow({ reported }: { reported: Reported }) {
  const { run, firmware, effect } = reported;
  return (
    <Row>
      <Cell className="font-medium">
        <Link href={`/benchmarks/${run.id}/report`} className="underline decoration-dotted">
          {run.targetLabel}
        </Link>
      </Cell>
      <Cell label="Host">{run.hostname}</Cell>
      <Cell label="Firmware">{firmware ?? <NotKnown why="not reported" />}</Cell>
      <Cell label="Verdict">
        {effect.qualification === undefined ? (
          <RunStateBadge run={run} />
        ) : (
          <VerdictBadge verdict={effect.qualification.verdict} />
        )}
      </Cell>
      <Cell label="Reasons">
        <ul>
          {reasonsOf(reported).map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </Cell>
    </Row>
  );
}
