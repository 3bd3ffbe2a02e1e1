import type { Metadata } from "next";
import { AuditPage } from "@/features/audit/audit-page";
import { Hydrate, loadInfinite, trpc } from "@/server/trpc";

export const metadata: Metadata = { title: "Audit" };

export default async function AuditRoute() {
  await loadInfinite(trpc.audit.list.infiniteQueryOptions({}, { getNextPageParam: (page) => page.nextCursor }));
  return (
    <Hydrate>
      <AuditPage />
    </Hydrate>
  );
}
