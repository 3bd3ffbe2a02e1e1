import type { Metadata } from "next";
import Link from "next/link";
import { ModelsTable } from "@/features/catalog/models-table";
import { Page } from "@/features/navigation/page";
import { load, serverQueryClient, trpc } from "@/server/trpc";
import { Button } from "@/ui/button";
import { Panel } from "@/ui/panel";

export const metadata: Metadata = { title: "Catalog" };

export default async function CatalogPage() {
  const options = trpc.catalog.models.queryOptions();
  await load(options);
  const models = serverQueryClient().getQueryData(options.queryKey) ?? [];
  return (
    <Page
      crumbs={[{ name: "Catalog" }]}
      title="Catalog"
      subtitle="Drive models with their spec sheets and what reviews published about them."
      actions={
        <Button asChild>
          <Link href="/catalog/sources">Sources</Link>
        </Button>
      }
    >
      <Panel title="Drive models" flush>
        <ModelsTable models={models} />
      </Panel>
    </Page>
  );
}
