import type { Metadata } from "next";
import { RunReport } from "@/features/runs/report/run-report";
import { idOfPage, titled } from "@/server/object-page";
import { Hydrate, load, read, trpc } from "@/server/trpc";

interface ReportRouteProps {
  readonly params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: ReportRouteProps): Promise<Metadata> {
  const run = await read(trpc.run.get.queryOptions({ runId: await idOfPage(params) }));
  return titled(run && `Report: ${run.planName}, ${run.serial ?? run.hostname}`);
}

export default async function RunReportRoute({ params }: ReportRouteProps) {
  const id = await idOfPage(params);
  await load(trpc.run.get.queryOptions({ runId: id }));
  return (
    <Hydrate>
      <RunReport runId={id} />
    </Hydrate>
  );
}
