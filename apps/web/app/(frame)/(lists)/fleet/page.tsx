import type { Metadata } from "next";
import { FleetPage } from "@/features/fleet/fleet-page";
import { Hydrate, load, trpc } from "@/server/trpc";

export const metadata: Metadata = { title: "Fleet" };

export default async function FleetRoute() {
  await load(trpc.fleet.get.queryOptions());
  return (
    <Hydrate>
      <FleetPage />
    </Hydrate>
  );
}
