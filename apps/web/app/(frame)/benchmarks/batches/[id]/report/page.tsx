import type { Metadata } from "next";
import { BatchReport } from "@/features/runs/report/batch-report";
import { idOfPage, titled } from "@/server/object-page";
import { Hydrate, load, read, trpc } from "@/server/trpc";

interface ReportRouteProps {
  readonly params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: ReportRouteProps): Promise<Metadata> {
  const batch = await read(trpc.batch.get.queryOptions({ batchId: await idOfPage(params) }));
  return titled(batch && `Report: ${batch.name || batch.planName}`);
}

export default async function BatchReportRoute({ params }: ReportRouteProps) {
  const id = await idOfPage(params);
  await load(trpc.batch.get.queryOptions({ batchId: id }));
  await load(trpc.batch.report.queryOptions({ batchId: id }));
  return (
    <Hydrate>
      <BatchReport batchId={id} />
    </Hydrate>
  );
}
