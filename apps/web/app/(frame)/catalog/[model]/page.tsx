import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { FleetPanel } from "@/features/catalog/fleet-panel";
import { PublishedPanel } from "@/features/catalog/published-panel";
import { CapacitiesPanel, SpecSheet } from "@/features/catalog/spec-sheet";
import { Page } from "@/features/navigation/page";
import { load, serverQueryClient, trpc } from "@/server/trpc";

export const metadata: Metadata = { title: "Model" };

/** Rows that a comparison takes at most. */
const comparedRows = 24;

export default async function ModelPage({ params }: { params: Promise<{ model: string }> }) {
  const { model: modelId } = await params;
  const options = trpc.catalog.model.queryOptions({ modelId });
  const candidates = trpc.compare.candidates.queryOptions({});
  await Promise.all([load(options), load(candidates)]);
  const detail = serverQueryClient().getQueryData(options.queryKey);
  if (detail === undefined) notFound();
  const own = new Set(detail.published.map(({ id }) => id));
  const comparable = (serverQueryClient().getQueryData(candidates.queryKey)?.published ?? [])
    .map(({ id }) => id)
    .filter((id) => own.has(id))
    .slice(0, comparedRows);
  return (
    <Page crumbs={[{ name: "Catalog", href: "/catalog" }, { name: detail.model.name }]} title={detail.model.name}>
      <SpecSheet detail={detail} />
      <CapacitiesPanel model={detail.model} />
      <PublishedPanel detail={detail} comparable={comparable} />
      <FleetPanel detail={detail} />
    </Page>
  );
}
