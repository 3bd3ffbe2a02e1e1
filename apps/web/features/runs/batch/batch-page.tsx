"use client";

import { formatDuration } from "@crosspoint/domain";
import { useSuspenseQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import Link from "next/link";
import type { Outputs } from "@/api/client";
import { useTRPC } from "@/api/client";
import { Page } from "@/features/navigation/page";
import { Button } from "@/ui/button";
import { ExactTime } from "@/ui/time";
import { isOpenState } from "../run-state";
import { BatchResults } from "./batch-results";
import { BatchRuns } from "./batch-runs";
import { CancelBatchButton } from "./cancel-batch-button";

type Batch = Outputs["batch"]["get"];

/** One plan on several drives: how each stands, and what they came to together. */
export function BatchPage({ batchId }: { batchId: string }) {
  const { data: batch } = useSuspenseQuery(useTRPC().batch.get.queryOptions({ batchId }));
  const name = batch.name || batch.planName;
  const open = batch.runs.filter(({ state }) => isOpenState(state)).length;
  return (
    <Page
      crumbs={[{ name: "Benchmarks", href: "/benchmarks" }, { name: "Batches", href: "/benchmarks/batches" }, { name }]}
      title={
        <>
          {name} <span className="font-normal text-muted">on</span> {batch.runs.length}{" "}
          {batch.runs.length === 1 ? "target" : "targets"}
        </>
      }
      subtitle={<Subtitle batch={batch} />}
      actions={
        <>
          {open < batch.runs.length ? (
            <Button asChild>
              <Link href={`/benchmarks/batches/${batchId}/report`}>
                <FileText aria-hidden /> Report
              </Link>
            </Button>
          ) : null}
          {open > 0 ? <CancelBatchButton batchId={batchId} name={name} open={open} /> : null}
        </>
      }
    >
      <BatchResults batch={batch} />
      <BatchRuns runs={batch.runs} />
    </Page>
  );
}

function Subtitle({ batch }: { batch: Batch }) {
  const { name, planName, requestedAt, requestedBy, startsAt, startSpread, scheduleId } = batch;
  return (
    <span className="flex flex-wrap gap-x-3">
      {name === "" || name === planName ? null : <span>{planName}</span>}
      <span>
        requested <ExactTime time={requestedAt} />
      </span>
      <span>by {requestedBy}</span>
      {scheduleId === undefined ? null : (
        <Link href={`/benchmarks/batches?schedule=${scheduleId}`} className="text-accent hover:underline">
          Launched by a schedule
        </Link>
      )}
      {startsAt === undefined ? null : (
        <span>
          all to start at <ExactTime time={startsAt} />
        </span>
      )}
      {startSpread === undefined ? null : (
        <span title="By the server's clock, as exactly as the hosts' clocks are known">
          {startSpread.runs} runs started within {formatDuration(startSpread.spreadMs)}
        </span>
      )}
    </span>
  );
}
