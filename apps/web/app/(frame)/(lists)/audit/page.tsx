import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { auditInput, loadAuditFilter } from "@/features/audit/audit-filter";
import { AuditPage } from "@/features/audit/audit-page";
import { Hydrate, loadInfinite, trpc } from "@/server/trpc";

export const metadata: Metadata = { title: "Audit" };

export default async function AuditRoute({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const input = auditInput(await loadAuditFilter(searchParams));
  await loadInfinite(trpc.audit.list.infiniteQueryOptions(input, { getNextPageParam: (page) => page.nextCursor }));
  return (
    <Hydrate>
      <AuditPage />
    </Hydrate>
  );
}
