import type { CommandState } from "@crosspoint/db";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";

const listLimit = 20;

export interface UpgradeListEntry {
  readonly id: string;
  readonly version: string;
  readonly requestedBy: string;
  readonly requestedAt: Date;
  /** How many of its hosts are in each state. */
  readonly states: Readonly<Partial<Record<CommandState, number>>>;
}

/** The last upgrades, the newest first. */
export async function listUpgrades({ db, actor }: ServiceContext): Promise<UpgradeListEntry[]> {
  requireRight({ actor }, "fleet.view");
  const upgrades = await db.agentUpgrade.findMany({
    orderBy: [{ requestedAt: "desc" }, { id: "desc" }],
    take: listLimit,
    select: { id: true, version: true, requestedBy: true, requestedAt: true },
  });
  const counted = await db.command.groupBy({
    by: ["upgradeId", "state"],
    where: { upgradeId: { in: upgrades.map(({ id }) => id) } },
    _count: { _all: true },
  });
  return upgrades.map((upgrade) => {
    const own = counted.filter(({ upgradeId }) => upgradeId === upgrade.id);
    return { ...upgrade, states: Object.fromEntries(own.map(({ state, _count }) => [state, _count._all])) };
  });
}
