import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { servedAgentVersion } from "../health/agent-builds.ts";
import { requireRight } from "../rights.ts";
import { judgeHosts, upgradeHostsLimit } from "./rules/judge-hosts.ts";

export const previewUpgradeInput = z.object({ hostIds: z.array(z.uuid()).min(1).max(upgradeHostsLimit) });

export interface PreviewedHost {
  readonly hostId: string;
  readonly hostname: string;
  readonly agentVersion: string;
  /** The version that it would have; undefined where nothing is done. */
  readonly to: string | undefined;
  readonly whyNot: { readonly message: string; readonly remedy: string } | undefined;
}

export interface UpgradePreview {
  /** What the server has to give; undefined where it has nothing. */
  readonly version: string | undefined;
  readonly hosts: readonly PreviewedHost[];
}

/** What an upgrade would do to the agent of each host, and to which it would do nothing and why. */
export async function previewUpgrade(
  context: ServiceContext,
  { hostIds }: z.infer<typeof previewUpgradeInput>,
): Promise<UpgradePreview> {
  requireRight(context, "host.upgrade");
  const hosts = await judgeHosts(context.db, hostIds, context.now);
  return {
    version: await servedAgentVersion(context.db),
    hosts: hosts.map(({ build, ...host }) => ({ ...host, to: build?.version })),
  };
}
