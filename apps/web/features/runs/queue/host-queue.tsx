"use client";

import Link from "next/link";
import { useState } from "react";
import { Button } from "@/ui/button";
import { Panel } from "@/ui/panel";
import { HeadCell, Table, TableHead } from "@/ui/table";
import type { Queue } from "./queue";
import { OpenRow, QueuedRow } from "./queue-rows";
import { useReorder } from "./use-reorder";

/** Rows of a host that are drawn at first. */
const shownAtFirst = 50;

/** What runs on a host, then what waits, in the order in which it starts. */
export function HostQueue({ queue }: { queue: Queue }) {
  const { hostId, hostname, open, queued } = queue;
  const [all, setAll] = useState(false);
  const reorder = useReorder(queued);
  const shown = all ? queued : queued.slice(0, shownAtFirst);
  return (
    <Panel
      title={hostname}
      note={`${open.length} under way, ${queued.length} queued`}
      flush
      actions={
        <Link href={`/hosts/${hostId}`} className="text-accent text-table hover:underline">
          Host
        </Link>
      }
    >
      <p role="status" className="sr-only">
        {reorder.said}
      </p>
      <Table label={`Queue of ${hostname}`} stacked="many">
        <TableHead>
          <HeadCell>Place</HeadCell>
          <HeadCell>Target</HeadCell>
          <HeadCell>Plan</HeadCell>
          <HeadCell>Expected</HeadCell>
          <HeadCell number>Duration</HeadCell>
          <HeadCell>Requested by</HeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </TableHead>
        <tbody>
          {open.map((run) => (
            <OpenRow key={run.runId} run={run} hostname={hostname} />
          ))}
          {shown.map((run, index) => (
            <QueuedRow
              key={run.runId}
              run={run}
              hostname={hostname}
              place={index + 1}
              isLast={index === queued.length - 1}
              reorder={reorder}
            />
          ))}
        </tbody>
      </Table>
      {shown.length < queued.length ? (
        <div className="border-t px-4 py-2">
          <Button size="small" onClick={() => setAll(true)}>
            Show all {queued.length} queued runs
          </Button>
        </div>
      ) : null}
    </Panel>
  );
}
