import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { CapacitiesPanel } from "@/features/catalog/capacities-panel";
import { FleetPanel } from "@/features/catalog/fleet-panel";
import { PublishedPanel } from "@/features/catalog/published-panel";
import { SpecSheet } from "@/features/catalog/spec-sheet";
import { Page } from "@/features/navigation/page";
import { titled } from "@/server/object-page";
import { load, read, serverQueryClient, trpc } from "@/server/trpc";

interface ModelRouteProps {
  readonly params: Promise<{ model: string }>;
}

export async function generateMetadata({ params }: ModelRouteProps): Promise<Metadata> {
  const { model: modelId } = await params;
  return titled((await read(trpc.catalog.model.queryOptions({ modelId })))?.model.name);
}

/** Rows that a comparison takes at most. */
const comparedRows = 24;

export default async function ModelPage({ params }: ModelRouteProps) {
  const { model: modelId } = await params;
  const options = trpc.catalog.model.queryOptions({ modelId });
  const candidates = trpc.compare.candidates.queryOptions({});
  const [detail] = await Promise.all([read(options), load(candidates)]);
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
