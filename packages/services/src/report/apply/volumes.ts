import type { Prisma } from "@crosspoint/db";
import { identityText } from "@crosspoint/db/queries/lock-drives";
import { protocolLimits, type VolumeObservation } from "@crosspoint/protocol";
import type { ListedDrive } from "../../drive/rules/describe-drives.ts";
import { trimIdentity } from "../../drive/rules/drive-identity.ts";
import type { IngestScope } from "../../telemetry/rules/scope.ts";

/**
 * Makes the host's volumes what its inventory lists. `here` are the drives that the host holds: a volume is kept with its
 * members among these, and nothing can be measured on one that names another.
 */
export async function applyVolumes(
  scope: IngestScope,
  observed: readonly VolumeObservation[],
  { here, at }: { here: readonly ListedDrive[]; at: Date },
): Promise<void> {
  const { tx, hostId } = scope;
  const where = { hostId, endedAt: null };
  if (observed.length === 0 && (await tx.volume.findFirst({ where, select: { id: true } })) === null) return;
  const held = new Map(here.map(({ stored }) => [identityText(stored), stored.id]));
  const volumes = onceEach(observed).map((volume) => placed(volume, held));
  const before = await tx.volume.findMany({
    where,
    include: { members: { orderBy: { position: "asc" } } },
    take: protocolLimits.volumesPerHost,
  });
  const listed = new Set(volumes.map(({ identity }) => identity));
  const gone = before.filter(({ identity }) => !listed.has(identity));
  if (gone.length > 0) {
    await tx.volume.updateMany({ where: { id: { in: gone.map(({ id }) => id) } }, data: { endedAt: at } });
    for (const volume of gone) announce(scope, volume.members);
  }
  for (const volume of volumes) {
    const known = before.find(({ identity }) => identity === volume.identity);
    if (known !== undefined && isSame(known, volume)) {
      await tx.volume.update({ where: { id: known.id }, data: { lastSeenAt: at } });
      continue;
    }
    await keep(scope, volume, at);
    announce(scope, [...(known?.members ?? []), ...volume.members]);
  }
}

interface PlacedMember {
  readonly driveId: string;
  readonly nsid: bigint;
  readonly partition: number | null;
  readonly path: string;
  readonly state: string;
}

interface PlacedVolume {
  readonly identity: string;
  readonly facts: Omit<Prisma.VolumeUncheckedCreateInput, "hostId" | "identity" | "lastSeenAt" | "members"> & {
    readonly inUse: string[];
  };
  readonly members: readonly PlacedMember[];
}

/** Names and UUIDs are a host's own to give; of two volumes with one only the first counts. */
function onceEach(observed: readonly VolumeObservation[]): VolumeObservation[] {
  const seen = new Map<string, VolumeObservation>();
  for (const volume of observed) {
    const identity = volume.uuid ?? volume.name;
    const first = seen.get(identity);
    if (first === undefined) seen.set(identity, volume);
    else seen.set(identity, { ...first, unusable: `Another volume of this host is ${identity} too.` });
  }
  return [...seen.values()];
}

function placed(volume: VolumeObservation, held: ReadonlyMap<string, string>): PlacedVolume {
  const members: PlacedMember[] = [];
  let foreign: string | undefined;
  for (const { drive, nsid, partition, path, state } of volume.members) {
    const identity = trimIdentity(drive);
    const driveId = held.get(identityText(identity));
    if (driveId === undefined)
      foreign ??= `${path} is ${identity.model} ${identity.serial}, which this host does not hold.`;
    else members.push({ driveId, nsid: BigInt(nsid), partition: partition ?? null, path, state });
  }
  const { uuid, name, level, chunkBytes, sizeBytes, logicalBlockBytes, state, inUse } = volume;
  return {
    identity: uuid ?? name,
    facts: {
      hasUuid: uuid !== undefined,
      name,
      level,
      chunkBytes: chunkBytes === undefined ? null : BigInt(chunkBytes),
      sizeBytes: BigInt(sizeBytes),
      logicalBlockBytes: logicalBlockBytes === undefined ? null : BigInt(logicalBlockBytes),
      state,
      unusable: foreign ?? volume.unusable ?? noReason(volume),
      inUse: [...inUse],
    },
    members,
  };
}

/** What an agent that is in order says itself. */
function noReason({ uuid, state, members }: VolumeObservation): string | null {
  if (uuid === undefined) return "The host does not tell its UUID.";
  if (state !== "clean") return `It is ${state}.`;
  return members.length === 0 ? "It has no members." : null;
}

function isSame(
  known: { readonly [K in keyof PlacedVolume["facts"]]: unknown } & { readonly members: readonly PlacedMember[] },
  { facts, members }: PlacedVolume,
): boolean {
  const text = (value: unknown) => JSON.stringify(value, (_, each) => (typeof each === "bigint" ? `${each}` : each));
  const factsOf = (from: { readonly [K in keyof PlacedVolume["facts"]]: unknown }) =>
    Object.keys(facts).map((name) => from[name as keyof PlacedVolume["facts"]]);
  const memberOf = ({ driveId, nsid, partition, path, state }: PlacedMember) => [driveId, nsid, partition, path, state];
  return (
    text(factsOf(known)) === text(factsOf(facts)) && text(known.members.map(memberOf)) === text(members.map(memberOf))
  );
}

/** A volume that comes back is the same volume. */
async function keep({ tx, hostId }: IngestScope, { identity, facts, members }: PlacedVolume, at: Date): Promise<void> {
  const seen = { ...facts, lastSeenAt: at, endedAt: null };
  const { id } = await tx.volume.upsert({
    where: { hostId_identity: { hostId, identity } },
    create: { hostId, identity, ...seen },
    update: seen,
    select: { id: true },
  });
  await tx.volumeMember.deleteMany({ where: { volumeId: id } });
  await tx.volumeMember.createMany({
    data: members.map((member, position) => ({ volumeId: id, position, ...member })),
  });
}

function announce({ changes, hostId }: IngestScope, members: readonly { readonly driveId: string }[]): void {
  changes.host(hostId);
  for (const { driveId } of members) changes.drive(driveId);
}
