import { type DriveModelMatch, findDriveModel, findRatedSheet } from "@crosspoint/catalog";
import type { Database, Transaction } from "@crosspoint/db";
import { type OwnWriteSpeeds, readOwnWriteSpeeds } from "@crosspoint/db/queries/own-write-speeds";
import {
  joinWriteSpeeds,
  linkBytesPerSecond,
  type OfferedValues,
  ratedWriteSpeeds,
  type Speeds,
  type TargetFacts,
  type WriteSpeeds,
} from "@crosspoint/domain";
import { settingOffers } from "./setting-offers.ts";
import type { SettledDrive } from "./settings.ts";
import type { Target } from "./target.ts";

/** How fast each of these drives is expected to write, by its own last runs or else by its spec sheet. */
export async function readWriteSpeeds(
  db: Database | Transaction,
  targets: readonly Target[],
): Promise<Map<string, WriteSpeeds>> {
  const drives = targets.flatMap((target) => (target.kind === "namespace" ? [target.drive] : []));
  if (drives.length === 0) return new Map();
  const ids = [...new Set(drives.map(({ id }) => id))];
  const own = Map.groupBy(await readOwnWriteSpeeds(db, ids), ({ driveId }) => driveId);
  return new Map(
    drives.flatMap(({ id, model }) => {
      const rated = ratedWriteSpeeds(findRatedSheet(model)?.figures ?? []);
      const speeds = joinWriteSpeeds(ownSpeeds(own.get(id) ?? []), rated);
      return speeds === undefined ? [] : [[id, speeds] as const];
    }),
  );
}

/** The next run is rarely as even as the last ones were. */
const marginShare = 0.1;

function ownSpeeds(rows: readonly OwnWriteSpeeds[]): Omit<WriteSpeeds, "basis"> {
  const of = (pattern: OwnWriteSpeeds["pattern"]): Speeds | undefined => {
    const row = rows.find((each) => each.pattern === pattern);
    return row && { slowest: row.slowest * (1 - marginShare), fastest: row.fastest * (1 + marginShare) };
  };
  return { sequential: of("sequential"), random4k: of("random") };
}

/** What is known of a target for an estimate. */
export function targetFacts(
  target: Target,
  writes: WriteSpeeds | undefined,
  settled: SettledDrive | undefined,
): TargetFacts {
  return {
    sizeBytes: Number(target.sizeBytes),
    fastestBytesPerSecond: linkOf(target),
    ...(writes === undefined ? {} : { writes }),
    ...(settled === undefined ? {} : { offered: offeredValues(settled) }),
  };
}

/** Of a volume that of all its drives together. */
function linkOf({ drives }: Target): number | undefined {
  const links = drives.map(({ linkSpeed, linkWidth }) => linkBytesPerSecond(linkSpeed, linkWidth));
  if (links.length === 0) return undefined;
  return links.reduce((sum, link) => (sum === undefined || link === undefined ? undefined : sum + link));
}

/** The values of its settings, each that the drive offers. */
export function offeredValues({ drive, nsid }: SettledDrive): OfferedValues {
  const offers = settingOffers(drive, nsid).map(({ name, options }) => [name, options.map(({ value }) => value)]);
  return Object.fromEntries(offers);
}

/** How much may be written in all, by the vendor's word. */
export interface RatedEndurance {
  readonly bytes: number;
  /** In total, or so many times its capacity a day for the time of its warranty. */
  readonly basis: "totalBytesWritten" | "driveWritesPerDay";
}

const daysPerYear = 365;

export function ratedEndurance(target: Target): RatedEndurance | undefined {
  const match = target.kind === "namespace" ? findDriveModel(target.drive.model) : undefined;
  if (match === undefined) return undefined;
  const bytes = match.capacity?.enduranceBytesWritten;
  return bytes === undefined ? byDriveWrites(match) : { bytes, basis: "totalBytesWritten" };
}

function byDriveWrites({ model, capacityGb }: DriveModelMatch): RatedEndurance | undefined {
  const { enduranceDriveWritesPerDay: perDay, warrantyYears } = model;
  if (perDay === undefined || warrantyYears === undefined || capacityGb === undefined) return undefined;
  return { bytes: perDay * capacityGb * 1e9 * daysPerYear * warrantyYears, basis: "driveWritesPerDay" };
}
