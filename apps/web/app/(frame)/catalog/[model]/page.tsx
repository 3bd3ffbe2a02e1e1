import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { CapacitiesPanel } from "@/features/catalog/capacities-panel";
import { FleetPanel } from "@/features/catalog/fleet-panel";
import { PublishedPanel } from "@/features/catalog/published-panel";
import { SpecSheet } from "@/features/catalog/spec-sheet";
import { Page } from "@/features/navigation/page";
import { titled } from "@/server/object-page";
import { read, trpc } from "@/server/trpc";

interface ModelRouteProps {
  readonly params: Promise<{ model: string }>;
}

export async function generateMetadata({ params }: ModelRouteProps): Promise<Metadata> {
  const { model: modelId } = await params;
  return titled((await read(trpc.catalog.model.queryOptions({ modelId })))?.model.name);
}

export default async function ModelPage({ params }: ModelRouteProps) {
  const { model: modelId } = await params;
  const detail = await read(trpc.catalog.model.queryOptions({ modelId }));
  if (detail === undefined) notFound();
  return (
    <Page crumbs={[{ name: "Catalog", href: "/catalog" }, { name: detail.model.name }]} title={detail.model.name}>
      <SpecSheet detail={detail} />
      <CapacitiesPanel model={detail.model} />
      <PublishedPanel detail={detail} />
      <FleetPanel detail={detail} />
    </Page>
  );
}
