import type { Metadata } from "next";
import { BulkPage } from "@/features/drives/bulk/bulk-page";
import { idOfPage, titled } from "@/server/object-page";
import { Hydrate, load, read, trpc } from "@/server/trpc";

interface BulkRouteProps {
  readonly params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: BulkRouteProps): Promise<Metadata> {
  const bulk = await read(trpc.bulk.get.queryOptions({ bulkActionId: await idOfPage(params) }));
  return titled(bulk?.title);
}

export default async function BulkRoute({ params }: BulkRouteProps) {
  const id = await idOfPage(params);
  await load(trpc.bulk.get.queryOptions({ bulkActionId: id }));
  return (
    <Hydrate>
      <BulkPage bulkActionId={id} />
    </Hydrate>
  );
}
