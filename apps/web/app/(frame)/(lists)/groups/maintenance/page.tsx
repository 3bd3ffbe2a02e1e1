import type { Metadata } from "next";
import { MaintenancePage } from "@/features/maintenance/maintenance-page";
import { Hydrate, load, trpc } from "@/server/trpc";

export const metadata: Metadata = { title: "Maintenance windows" };

export default async function MaintenanceRoute() {
  await load(trpc.maintenance.list.queryOptions());
  return (
    <Hydrate>
      <MaintenancePage />
    </Hydrate>
  );
}
