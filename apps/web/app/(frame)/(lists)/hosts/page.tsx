import type { Metadata } from "next";
import { createLoader, parseAsBoolean, parseAsString, type SearchParams } from "nuqs/server";
import { HostsPage } from "@/features/hosts/list/hosts-page";
import { Hydrate, loadInfinite, trpc } from "@/server/trpc";

export const metadata: Metadata = { title: "Hosts" };
const word = parseAsString;
const loadFilter = createLoader({
  search: word,
  agent: word,
  rack: word,
  role: word,
  tag: word,
  reporting: parseAsBoolean,
});

export default async function HostsRoute({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const filter = Object.entries(await loadFilter(searchParams)).filter(([, value]) => value !== null && value !== "");
  await loadInfinite(
    trpc.host.list.infiniteQueryOptions(Object.fromEntries(filter), { getNextPageParam: (page) => page.nextCursor }),
  );
  return (
    <Hydrate>
      <HostsPage />
    </Hydrate>
  );
}
