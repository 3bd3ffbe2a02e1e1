"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTRPC } from "@/api/client";
import { useWhyNot } from "@/features/access/actor";
import { QueryError } from "@/features/navigation/page-error";
import { RatedPanel } from "@/features/runs/run/rated-panel";
import { Button } from "@/ui/button";
import { Panel } from "@/ui/panel";
import { Skeleton } from "@/ui/skeleton";
import { RelativeTime } from "@/ui/time";

const title = "Spec sheet";

/** Whether the drive is what its spec sheet promises, by the newest run that checked it. */
export function ConformancePanel({ driveId }: { driveId: string }) {
  const { data, error, refetch } = useQuery(useTRPC().run.conformance.queryOptions({ driveId }));
  if (data?.newest) {
    const { rated, runId, planName, state, finishedAt } = data.newest;
    const words = (
      <>
        by{" "}
        <Link href={`/benchmarks/${runId}`} className="text-accent hover:underline">
          {planName}
        </Link>
        {state === "complete" ? "" : `, ${state}`}, <RelativeTime time={finishedAt} />
      </>
    );
    return <RatedPanel rated={rated} of={{ runId, words }} />;
  }
  return (
    <Panel title={title} actions={data?.hasSheet ? <CheckButton driveId={driveId} /> : undefined}>
      {error ? <QueryError error={error} retry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton className="h-12" /> : null}
      {data ? <p className="text-muted">{whyNothing(data.hasSheet)}</p> : null}
    </Panel>
  );
}

function whyNothing(hasSheet: boolean): string {
  return hasSheet
    ? "Not checked yet. A run measures every rated figure as the spec sheet states it."
    : "The catalog has no rated figures of this model.";
}

/** Reads only: the check that writes is for whoever chooses it. */
function CheckButton({ driveId }: { driveId: string }) {
  const whyNot = useWhyNot("benchmark.launch");
  const words = "Check rated reads";
  if (whyNot !== undefined) {
    return (
      <Button size="small" disabledReason={whyNot}>
        {words}
      </Button>
    );
  }
  return (
    <Button asChild size="small">
      <Link href={`/benchmarks/new?drive=${driveId}&plan=spec-check-reads`}>{words}</Link>
    </Button>
  );
}
