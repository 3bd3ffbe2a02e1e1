import type { Database, Prisma, Transaction } from "@crosspoint/db";
import { labelOf, readUses } from "../../drive/rules/volumes.ts";
import { ServiceError } from "../../errors.ts";
import { driveColumns, hostColumns, hostOf, type TargetDrive, targetDrive, type VolumeTarget } from "./target.ts";

/** What to read of a volume that is to be measured, for Prisma. */
export const volumeColumns = {
  host: { select: hostColumns },
  members: {
    orderBy: { position: "asc" },
    include: {
      drive: {
        select: {
          ...driveColumns,
          sightings: {
            where: { endedAt: null },
            take: 1,
            select: { hostId: true, controllerName: true, linkSpeed: true, linkWidth: true },
          },
        },
      },
    },
  },
} as const satisfies Prisma.VolumeInclude;

type VolumeRow = Prisma.VolumeGetPayload<{ include: typeof volumeColumns }>;

export async function loadVolume(db: Database | Transaction, id: string): Promise<VolumeTarget> {
  const volume = await db.volume.findUnique({ where: { id }, include: volumeColumns });
  if (volume === null) throw new ServiceError("notFound", `There is no volume ${id}.`);
  if (volume.endedAt !== null) {
    throw new ServiceError("conflict", `${volume.host.hostname} has no volume ${volume.name} any more.`, {
      remedy: "Assemble it again, or choose another target.",
    });
  }
  return volumeTarget(volume);
}

/** A volume with every drive that it is made of, as they stand now. */
export function volumeTarget(row: VolumeRow): VolumeTarget {
  const members = row.members.map(({ drive, nsid, partition }) => ({
    drive: memberDrive(drive),
    nsid: Number(nsid),
    partition: partition ?? undefined,
  }));
  const drives = new Map(members.map(({ drive }) => [drive.id, drive]));
  return {
    kind: "volume",
    volumeId: row.id,
    uuid: row.identity,
    name: row.name,
    level: row.level,
    chunkBytes: row.chunkBytes === null ? undefined : Number(row.chunkBytes),
    label: labelOf(
      row,
      members.map(({ drive }) => drive),
    ),
    path: `/dev/${row.name}`,
    drives: [...drives.values()].toSorted(bySerial),
    members,
    sizeBytes: row.sizeBytes,
    logicalBlockBytes: row.logicalBlockBytes === null ? undefined : Number(row.logicalBlockBytes),
    inUse: readUses(row.inUse),
    host: hostOf(row.host),
    unusable: row.unusable ?? strayWords(row) ?? (row.hasUuid && members.length > 0 ? undefined : "It is not whole."),
  };
}

/** By their characters, as the agent puts them in order. */
function bySerial(a: TargetDrive, b: TargetDrive): number {
  return a.serial < b.serial ? -1 : a.serial > b.serial ? 1 : 0;
}

const noPlace = { controllerName: "", linkSpeed: null, linkWidth: null };

function memberDrive(drive: VolumeRow["members"][number]["drive"]): TargetDrive {
  return targetDrive(drive, drive.sightings[0] ?? noPlace);
}

/** A host's word counts for the drives that it holds: since it told of the volume, one may have gone to another. */
function strayWords({ host, members }: VolumeRow): string | undefined {
  const stray = members.find(({ drive }) => drive.sightings[0]?.hostId !== host.id);
  return stray && `${stray.drive.model} ${stray.drive.serial} is not held by ${host.hostname} any more.`;
}
