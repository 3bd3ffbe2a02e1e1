"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTRPC } from "@/api/client";
import { QueryError } from "@/features/navigation/page-error";
import { Button } from "@/ui/button";
import { Skeleton } from "@/ui/skeleton";
import { ExactTime } from "@/ui/time";

/** The plan of an earlier run, step for step; another one may be chosen instead. */
export function PlanOfRun({ runId, onOther }: { runId: string; onOther: () => void }) {
  const { data: run, error, refetch } = useQuery(useTRPC().run.get.queryOptions({ runId }));
  if (error) {
    return (
      <div className="p-4">
        <QueryError error={error} retry={() => void refetch()} />
      </div>
    );
  }
  if (run === undefined) return <Skeleton className="m-4 h-12" />;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 p-4">
      <div className="min-w-0">
        <p className="font-medium">{run.planName}</p>
        <p className="text-muted text-table">
          The same steps as in the{" "}
          <Link href={`/benchmarks/${run.id}`} className="text-accent underline">
            run
          </Link>{" "}
          of <ExactTime time={run.requestedAt} />, plan <span className="font-mono">{run.planHash.slice(0, 12)}</span>
        </p>
      </div>
      <Button onClick={onOther}>Choose another plan</Button>
    </div>
  );
}
