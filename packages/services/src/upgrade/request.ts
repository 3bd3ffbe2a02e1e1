import type { Transaction } from "@crosspoint/db";
import { z } from "zod";
import { actorLabel } from "../actor.ts";
import { writeAudit } from "../audit/write.ts";
import { requestCommand } from "../command/request.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { type AgentBuild, servedAgentVersion } from "../health/agent-builds.ts";
import { LiveChanges } from "../live/changes.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";
import { type JudgedHost, judgeHosts, upgradeHostsLimit } from "./rules/judge-hosts.ts";
import type { LeftHost } from "./rules/left-out.ts";

/** An agent that takes no commands for so long is not upgraded once it comes back. */
const expiresInMs = 10 * 60_000;

export const requestUpgradeInput = z.object({
  hostIds: z.array(z.uuid()).min(1).max(upgradeHostsLimit),
  /** Of the preview: refused where the server has another by now. */
  version: z.string().min(1).max(64),
});

/** Asks the agents of some hosts to take the server's newer programs. Each judges for itself once more, and says what became of it. */
export async function requestUpgrade(
  context: ServiceContext,
  { hostIds, version }: z.infer<typeof requestUpgradeInput>,
): Promise<{ upgradeId: string; hosts: number }> {
  requireRight(context, "host.upgrade");
  const { actor, now } = context;
  return inTransaction(context.db, async (tx) => {
    await refuseAnother(tx, version);
    const judged = await judgeHosts(tx, hostIds, now);
    const asked = judged.flatMap((host) => (host.build === undefined ? [] : [{ ...host, build: host.build }]));
    if (asked.length === 0) refuseNone(judged);
    const requestedById = actor.kind === "person" ? actor.id : null;
    const leftOut: LeftHost[] = judged.flatMap(({ hostname, whyNot }) =>
      whyNot === undefined ? [] : [{ hostname, reason: whyNot.message }],
    );
    const { id: upgradeId } = await tx.agentUpgrade.create({
      data: {
        version,
        requestedById,
        requestedBy: actorLabel(actor),
        requestedAt: now,
        leftOut: leftOut.map((host) => ({ ...host })),
      },
    });
    const changes = new LiveChanges();
    for (const host of asked) {
      await ask(tx, context, host, upgradeId);
      changes.host(host.hostId);
    }
    await changes.announce(tx);
    return { upgradeId, hosts: asked.length };
  });
}

async function ask(
  tx: Transaction,
  context: ServiceContext,
  { hostId, hostname, agentVersion, build }: JudgedHost & { readonly build: AgentBuild },
  upgradeId: string,
): Promise<void> {
  const { version, name, sha256, bytes } = build;
  const commandId = await requestCommand(tx, context, {
    hostId,
    payload: { kind: "upgradeAgent", version, name, sha256, bytes },
    upgradeId,
    expiresInMs,
  });
  await writeAudit(tx, context, {
    action: "host.upgrade",
    objectKind: "host",
    objectId: hostId,
    detail: { hostname, from: agentVersion, to: version, sha256 },
    commandId,
  });
}

async function refuseAnother(tx: Transaction, version: string): Promise<void> {
  const served = await servedAgentVersion(tx);
  if (served === version) return;
  const message =
    served === undefined
      ? "The server has no build of the agent to give."
      : `The server has version ${served} by now, and not ${version}.`;
  throw new ServiceError("conflict", message, { remedy: "Look at the hosts again." });
}

function refuseNone([first, ...others]: readonly JudgedHost[]): never {
  if (first === undefined) throw new ServiceError("notFound", "None of these hosts is there any more.");
  const { message = "", remedy = "" } = first.whyNot ?? {};
  if (others.length === 0) throw new ServiceError("conflict", `${first.hostname}: ${message}`, { remedy });
  throw new ServiceError("conflict", "None of these hosts can be upgraded now.", { remedy: "Look at them again." });
}
