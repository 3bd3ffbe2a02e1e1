import type { Drive, Volume, VolumeMember } from "@crosspoint/db";
import { volumeLabel } from "@crosspoint/domain";
import { z } from "zod";
import { productNameOf } from "./product-name.ts";

/** What to read of volumes, for Prisma. */
export const volumeMembers = {
  members: {
    orderBy: { position: "asc" },
    include: { drive: { select: { id: true, model: true, serial: true } } },
  },
} as const;

export interface VolumeView {
  readonly id: string;
  readonly name: string;
  /** "md0 (RAID 0 of 2 x DC P3608)". */
  readonly label: string;
  readonly level: string;
  readonly chunkBytes: number | undefined;
  readonly sizeBytes: bigint;
  readonly state: Volume["state"];
  /** Why nothing can be measured on it. */
  readonly unusable: string | undefined;
  /** Why it may not be written now. */
  readonly inUse: readonly string[];
  readonly members: readonly {
    readonly driveId: string;
    readonly model: string;
    readonly serial: string;
    readonly path: string;
    readonly state: string;
  }[];
}

type VolumeRow = Volume & { members: (VolumeMember & { drive: Pick<Drive, "id" | "model" | "serial"> })[] };

export function volumeView(row: VolumeRow): VolumeView {
  const { id, name, level, chunkBytes, sizeBytes, state, unusable } = row;
  const members = row.members.map(({ drive, path, state: memberState }) => ({
    driveId: drive.id,
    model: drive.model,
    serial: drive.serial,
    path,
    state: memberState,
  }));
  return {
    id,
    name,
    label: labelOf(row, members),
    level,
    chunkBytes: chunkBytes === null ? undefined : Number(chunkBytes),
    sizeBytes,
    state,
    unusable: unusable ?? undefined,
    inUse: readUses(row.inUse),
    members,
  };
}

export function labelOf(
  { name, level }: Pick<Volume, "name" | "level">,
  members: readonly { readonly model: string }[],
) {
  return volumeLabel({ name, level, drives: members.map(({ model }) => productNameOf(model) ?? model) });
}

/** The one reader of `volume.in_use`. */
export function readUses(column: unknown): readonly string[] {
  return z.array(z.string()).parse(column);
}
