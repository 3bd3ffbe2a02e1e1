import type { Transaction } from "@crosspoint/db";
import { z } from "zod";
import { writeAudit } from "../audit/write.ts";
import { refuseFirst } from "../blockers.ts";
import { type CommandPayload, requestCommand } from "../command/request.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { hearableUntil } from "../health/gateway-pulse.ts";
import { notReportingBlockers } from "../health/rules/not-reporting.ts";
import { requireRight } from "../rights.ts";
import { readEnvironment } from "../stored/host.ts";

const expiresInMs = 5 * 60_000;
/** The agent's own limits: at least a mebibyte, whole blocks of 4 KiB. */
const smallestBytes = 1 << 20;
const largestBytes = 2 ** 44;
const stepBytes = 4096;

export const createScratchFileInput = z.object({
  hostId: z.uuid(),
  sizeBytes: z.int().min(smallestBytes).max(largestBytes).multipleOf(stepBytes),
});
export const removeScratchFileInput = z.object({ scratchFileId: z.uuid() });

/** Asks a host to make its scratch file, in place of one that is there; the host says where it lies. */
export async function createScratchFile(
  context: ServiceContext,
  { hostId, sizeBytes }: z.infer<typeof createScratchFileInput>,
): Promise<{ commandId: string }> {
  requireRight(context, "host.scratchFile");
  return context.db.$transaction((tx) =>
    ask(tx, context, { hostId, payload: { kind: "createScratchFile", sizeBytes }, detail: { sizeBytes } }),
  );
}

/** Asks a host to remove a scratch file that it made. */
export async function removeScratchFile(
  context: ServiceContext,
  { scratchFileId }: z.infer<typeof removeScratchFileInput>,
): Promise<{ commandId: string }> {
  requireRight(context, "host.scratchFile");
  return context.db.$transaction(async (tx) => {
    const file = await tx.scratchFile.findUnique({ where: { id: scratchFileId } });
    if (!file || file.endedAt) throw new ServiceError("notFound", `There is no scratch file ${scratchFileId}.`);
    const { hostId, path } = file;
    return ask(tx, context, { hostId, payload: { kind: "removeScratchFile", path }, detail: { path } });
  });
}

interface Asked {
  readonly hostId: string;
  readonly payload: Extract<CommandPayload, { kind: "createScratchFile" | "removeScratchFile" }>;
  readonly detail: Record<string, string | number>;
}

async function ask(tx: Transaction, context: ServiceContext, { hostId, payload, detail }: Asked) {
  const host = await tx.host.findUnique({ where: { id: hostId } });
  if (!host) throw new ServiceError("notFound", `There is no host ${hostId}.`);
  refuseFirst(notReportingBlockers(host, await hearableUntil(tx, context.now)));
  const policy = readEnvironment(host.environment)?.policy;
  if (policy?.deny.includes("scratch_file")) {
    throw new ServiceError("forbidden", `The policy of ${host.hostname} denies scratch_file.`, {
      remedy: `On the host, remove "scratch_file" from deny in ${policy.path}.`,
    });
  }
  const commandId = await requestCommand(tx, context, { hostId, payload, expiresInMs });
  const verb = payload.kind === "createScratchFile" ? "create" : "remove";
  await writeAudit(tx, context, {
    action: `host.${verb}ScratchFile`,
    objectKind: "host",
    objectId: hostId,
    detail: { hostname: host.hostname, ...detail },
    commandId,
  });
  return { commandId };
}
