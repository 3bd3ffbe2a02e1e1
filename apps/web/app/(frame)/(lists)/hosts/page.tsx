import type { Metadata } from "next";
import { createLoader, parseAsString, type SearchParams } from "nuqs/server";
import { HostsPage } from "@/features/hosts/list/hosts-page";
import { Hydrate, loadInfinite, trpc } from "@/server/trpc";

export const metadata: Metadata = { title: "Hosts" };
const loadSearch = createLoader({ search: parseAsString });

export default async function HostsRoute({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { search } = await loadSearch(searchParams);
  await loadInfinite(
    trpc.host.list.infiniteQueryOptions(
      { ...(search ? { search } : {}) },
      { getNextPageParam: (page) => page.nextCursor },
    ),
  );
  return (
    <Hydrate>
      <HostsPage />
    </Hydrate>
  );
}
