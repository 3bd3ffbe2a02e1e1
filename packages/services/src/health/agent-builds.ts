import type { Database, Transaction } from "@crosspoint/db";
import { newestVersion } from "@crosspoint/domain";
import { z } from "zod";

const agentBuild = z.object({
  /** As `uname -m` says it. */
  architecture: z.string(),
  kind: z.enum(["deb", "archive"]),
  version: z.string(),
  /** Of the file, as the gateway sends it. */
  sha256: z.string(),
  bytes: z.int(),
  name: z.string(),
});
/** A build of the agent that hosts can install from the gateway. */
export type AgentBuild = z.infer<typeof agentBuild>;

const agentBuilds = z.array(agentBuild);

/** The version that hosts get from the gateway now; undefined where it has none. */
export async function servedAgentVersion(db: Database | Transaction): Promise<string | undefined> {
  const builds = await servedAgentBuilds(db);
  return newestVersion(builds.map(({ version }) => version));
}

/** What the gateway had to give when it last said so. */
export async function servedAgentBuilds(db: Database | Transaction): Promise<readonly AgentBuild[]> {
  const pulse = await db.gatewayPulse.findUnique({ where: { id: 1 }, select: { agentBuilds: true } });
  return agentBuilds.safeParse(pulse?.agentBuilds).data ?? [];
}
