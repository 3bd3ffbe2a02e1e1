import type { Metadata } from "next";
import { SourcesList } from "@/features/catalog/sources-list";
import { Page } from "@/features/navigation/page";
import { load, serverQueryClient, trpc } from "@/server/trpc";

export const metadata: Metadata = { title: "Sources" };

export default async function SourcesPage() {
  const options = trpc.catalog.sources.queryOptions();
  await load(options);
  const sources = serverQueryClient().getQueryData(options.queryKey) ?? [];
  return (
    <Page
      crumbs={[{ name: "Catalog", href: "/catalog" }, { name: "Sources" }]}
      title="Sources"
      subtitle="Every published figure and test method comes from one of these."
    >
      <SourcesList sources={sources} />
    </Page>
  );
}
