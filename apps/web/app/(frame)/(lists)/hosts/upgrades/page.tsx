import type { Metadata } from "next";
import { UpgradesPage } from "@/features/hosts/upgrade/upgrades-page";
import { Hydrate, load, trpc } from "@/server/trpc";

export const metadata: Metadata = { title: "Agent upgrades" };

export default async function UpgradesRoute() {
  await load(trpc.host.upgrades.queryOptions());
  return (
    <Hydrate>
      <UpgradesPage />
    </Hydrate>
  );
}
