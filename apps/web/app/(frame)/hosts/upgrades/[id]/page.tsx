import type { Metadata } from "next";
import { UpgradePage } from "@/features/hosts/upgrade/upgrade-page";
import { idOfPage, titled } from "@/server/object-page";
import { Hydrate, load, read, trpc } from "@/server/trpc";

interface UpgradeRouteProps {
  readonly params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: UpgradeRouteProps): Promise<Metadata> {
  const upgrade = await read(trpc.host.getUpgrade.queryOptions({ upgradeId: await idOfPage(params) }));
  return titled(upgrade && `Upgrade to ${upgrade.version}`);
}

export default async function UpgradeRoute({ params }: UpgradeRouteProps) {
  const id = await idOfPage(params);
  await load(trpc.host.getUpgrade.queryOptions({ upgradeId: id }));
  return (
    <Hydrate>
      <UpgradePage upgradeId={id} />
    </Hydrate>
  );
}
