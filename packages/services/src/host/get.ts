import { findDrives } from "@crosspoint/db/queries/find-drives";
import { anyLifecycle } from "@crosspoint/db/queries/match-drives";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { type DriveListEntry, driveListEntry } from "../drive/rules/list-entry.ts";
import { type VolumeView, volumeMembers, volumeView } from "../drive/rules/volumes.ts";
import { ServiceError } from "../errors.ts";
import { hearableUntil } from "../health/gateway-pulse.ts";
import { type HostFinding, hostFindings } from "../health/rules/host-findings.ts";
import { requireRight } from "../rights.ts";
import { type HostEnvironment, readEnvironment } from "../stored/host.ts";
import { type HostClaim, hostClaims } from "./rules/claims.ts";
import { type HostCommand, hostCommand } from "./rules/commands.ts";
import { type HostHead, hostHead } from "./rules/view.ts";

const maxDrives = 1024;
const maxCommands = 10;

export const getHostInput = z.object({ hostId: z.uuid() });

export interface HostDetail extends HostHead {
  readonly installationId: string;
  readonly inventoryAt: Date | null;
  /** As the agent told it last; undefined before its first report. */
  readonly environment: HostEnvironment | undefined;
  readonly environmentAt: Date | null;
  /** All that are in it, also those that nobody expects there any more. */
  readonly drives: readonly DriveListEntry[];
  /** Drives that it lists too, and another host holds. */
  readonly claims: readonly HostClaim[];
  /** What costs its drives performance. */
  readonly findings: readonly HostFinding[];
  readonly scratchFiles: readonly {
    readonly id: string;
    readonly path: string;
    readonly sizeBytes: bigint;
    readonly fileSystem: string;
  }[];
  /** Its md arrays. */
  readonly volumes: readonly VolumeView[];
  /** What was asked of it, the newest first. */
  readonly commands: readonly HostCommand[];
}

/** Everything known of a host now. */
export async function getHost(context: ServiceContext, { hostId }: z.infer<typeof getHostInput>): Promise<HostDetail> {
  requireRight(context, "fleet.view");
  const [host, found] = await Promise.all([
    context.db.host.findUnique({
      where: { id: hostId },
      include: {
        scratchFiles: {
          where: { endedAt: null },
          orderBy: { path: "asc" },
          select: { id: true, path: true, sizeBytes: true, fileSystem: true },
        },
        volumes: { where: { endedAt: null }, orderBy: { name: "asc" }, include: volumeMembers },
        commands: {
          orderBy: { requestedAt: "desc" },
          take: maxCommands,
          include: { drive: true },
        },
      },
    }),
    findDrives(
      context.db,
      { hostIds: [hostId], lifecycles: anyLifecycle },
      { column: "verdict", descending: false },
      { after: undefined, limit: maxDrives, few: false },
    ),
  ]);
  if (!host)
    throw new ServiceError("notFound", `There is no host ${hostId}.`, { remedy: "Look in the list of hosts." });
  const environment = readEnvironment(host.environment);
  const hearable = await hearableUntil(context.db, context.now);
  return {
    ...hostHead(host, hearable),
    installationId: host.installationId,
    inventoryAt: host.inventoryAt,
    environment,
    environmentAt: host.environmentAt,
    drives: found.map(driveListEntry),
    claims: await hostClaims(context, hostId),
    findings: await hostFindings(context.db, hostId, environment),
    scratchFiles: host.scratchFiles,
    volumes: host.volumes.map(volumeView),
    commands: host.commands.map(hostCommand),
  };
}
