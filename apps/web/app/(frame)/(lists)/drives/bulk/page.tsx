import type { Metadata } from "next";
import { BulkListPage } from "@/features/drives/bulk/bulk-list-page";
import { Hydrate, load, trpc } from "@/server/trpc";

export const metadata: Metadata = { title: "Bulk actions" };

export default async function BulkListRoute() {
  await load(trpc.bulk.list.queryOptions());
  return (
    <Hydrate>
      <BulkListPage />
    </Hydrate>
  );
}
