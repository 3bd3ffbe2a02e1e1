import type { CommandState } from "@crosspoint/db";
import { z } from "zod";
import { readProgress } from "../command/rules/progress.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { requireRight } from "../rights.ts";
import { upgradeHostsLimit } from "./rules/judge-hosts.ts";
import { type LeftHost, readLeftOut } from "./rules/left-out.ts";

export const getUpgradeInput = z.object({ upgradeId: z.uuid() });

export interface UpgradedHost {
  readonly hostId: string;
  readonly hostname: string;
  readonly state: CommandState;
  /** What its agent is doing for it, while it does. */
  readonly phase: string | undefined;
  /** Why not, or from which version to which. */
  readonly reason: string | null;
  readonly finishedAt: Date | null;
}

export interface UpgradeReport {
  readonly id: string;
  readonly version: string;
  readonly requestedBy: string;
  readonly requestedAt: Date;
  /** In the order of their names. */
  readonly hosts: readonly UpgradedHost[];
  readonly leftOut: readonly LeftHost[];
}

/** How far an upgrade is, and what became of each host. */
export async function getUpgrade(
  { db, actor }: ServiceContext,
  { upgradeId: id }: z.infer<typeof getUpgradeInput>,
): Promise<UpgradeReport> {
  requireRight({ actor }, "fleet.view");
  const upgrade = await db.agentUpgrade.findUnique({ where: { id } });
  if (upgrade === null) throw new ServiceError("notFound", `There is no upgrade ${id}.`);
  const commands = await db.command.findMany({
    where: { upgradeId: id },
    include: { host: { select: { hostname: true } } },
    orderBy: [{ host: { hostname: "asc" } }, { id: "asc" }],
    take: upgradeHostsLimit,
  });
  const { version, requestedBy, requestedAt, leftOut } = upgrade;
  return {
    id,
    version,
    requestedBy,
    requestedAt,
    leftOut: readLeftOut(leftOut),
    hosts: commands.map(({ hostId, host, state, reason, progress, finishedAt }) => ({
      hostId,
      hostname: host.hostname,
      state,
      phase: state === "accepted" ? readProgress(progress)?.phase : undefined,
      reason,
      finishedAt,
    })),
  };
}
