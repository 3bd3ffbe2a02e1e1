import type { Metadata } from "next";
import { BatchPage } from "@/features/runs/batch/batch-page";
import { idOfPage, titled } from "@/server/object-page";
import { Hydrate, load, read, trpc } from "@/server/trpc";

interface BatchRouteProps {
  readonly params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: BatchRouteProps): Promise<Metadata> {
  const batch = await read(trpc.batch.get.queryOptions({ batchId: await idOfPage(params) }));
  return titled(batch && (batch.name || batch.planName));
}

export default async function BatchRoute({ params }: BatchRouteProps) {
  const id = await idOfPage(params);
  await load(trpc.batch.get.queryOptions({ batchId: id }));
  return (
    <Hydrate>
      <BatchPage batchId={id} />
    </Hydrate>
  );
}
