import { type DriveModelMatch, findDriveModel, findRatedSheet } from "@crosspoint/catalog";
import type { Database, Transaction } from "@crosspoint/db";
import { type OwnWriteSpeeds, readOwnWriteSpeeds, type WrittenTarget } from "@crosspoint/db/queries/own-write-speeds";
import { readFactsOfDrives, type StoredPerformanceFacts } from "@crosspoint/db/queries/performance-facts";
import {
  joinWriteSpeeds,
  linkBytesPerSecond,
  type OfferedValues,
  ratedWriteSpeeds,
  type Speeds,
  type TargetAbilities,
  type TargetFacts,
  volumeEndurance,
  volumeWriteSpeeds,
  type WriteSpeeds,
} from "@crosspoint/domain";
import { settingOffers } from "./setting-offers.ts";
import type { SettledDrive } from "./settings.ts";
import type { Target } from "./target.ts";

/** How fast each of these targets is expected to write, by its own last runs or else by its spec sheets. */
export async function readWriteSpeeds(
  db: Database | Transaction,
  targets: readonly Target[],
): Promise<Map<string, WriteSpeeds>> {
  const asked = new Map(targets.flatMap((target) => writtenTarget(target).map((each) => [each.key, { target, each }])));
  if (asked.size === 0) return new Map();
  const rows = await readOwnWriteSpeeds(
    db,
    [...asked.values()].map(({ each }) => each),
  );
  const own = Map.groupBy(rows, ({ key }) => key);
  return new Map(
    [...asked].flatMap(([key, { target }]) => {
      const speeds = joinWriteSpeeds(ownSpeeds(own.get(key) ?? []), ratedSpeeds(target));
      return speeds === undefined ? [] : [[key, speeds] as const];
    }),
  );
}

/** By which the write speeds of a target are known: all namespaces of a drive write as fast. */
function writtenKey(target: Target): string | undefined {
  switch (target.kind) {
    case "namespace":
      return target.drive.id;
    case "volume":
      return target.volumeId;
    case "scratchFile":
      return undefined;
  }
}

function writtenTarget(target: Target): WrittenTarget[] {
  const key = writtenKey(target);
  const [drive] = target.drives;
  if (key === undefined || drive === undefined) return [];
  return [{ key, driveId: drive.id, volumeId: target.kind === "volume" ? target.volumeId : undefined }];
}

function ratedSpeeds(target: Target): WriteSpeeds<Speeds> {
  const drives = target.drives.map(({ model }) => ratedWriteSpeeds(findRatedSheet(model)?.figures ?? []));
  if (target.kind === "volume") return volumeWriteSpeeds(target.level, drives);
  return drives[0] ?? {};
}

/** The next run is rarely as even as the last ones were. */
const marginShare = 0.1;

function ownSpeeds(rows: readonly OwnWriteSpeeds[]): WriteSpeeds<Speeds> {
  const of = (pattern: OwnWriteSpeeds["pattern"]): Speeds | undefined => {
    const row = rows.find((each) => each.pattern === pattern);
    return row && { slowest: row.slowest * (1 - marginShare), fastest: row.fastest * (1 + marginShare) };
  };
  return { sequential: of("sequential"), random4k: of("random") };
}

/** What is known of one target for an estimate. */
export async function readTargetFacts(
  db: Database | Transaction,
  target: Target,
  settled: SettledDrive | undefined,
): Promise<TargetFacts> {
  const speeds = await readWriteSpeeds(db, [target]);
  const [stored] = target.kind === "namespace" ? await readFactsOfDrives(db, [target.drive.id]) : [];
  return targetFacts(target, { speeds, stored, settled });
}

/** Of a target that is stored, it is known what it can do. */
export type FactsOfTarget = TargetFacts & { readonly abilities: TargetAbilities };

/** What is stored of a target. */
export interface StoredFacts {
  readonly speeds: ReadonlyMap<string, WriteSpeeds>;
  readonly stored: Pick<StoredPerformanceFacts, "selfTest" | "pollQueues"> | undefined;
  readonly settled: SettledDrive | undefined;
}

export function targetFacts(target: Target, { speeds, stored, settled }: StoredFacts): FactsOfTarget {
  const writes = speeds.get(writtenKey(target) ?? "");
  return {
    sizeBytes: Number(target.sizeBytes),
    fastestBytesPerSecond: linkOf(target),
    ...(writes === undefined ? {} : { writes }),
    abilities: abilitiesOf(target, stored, settled),
    extendedSelfTestMinutes: target.kind === "namespace" ? selfTestMinutes(stored) : null,
  };
}

function abilitiesOf(
  target: Target,
  stored: StoredFacts["stored"],
  settled: SettledDrive | undefined,
): TargetAbilities {
  return {
    logicalBlockBytes: target.logicalBlockBytes,
    isDrive: target.kind === "namespace",
    isVolume: target.kind === "volume",
    pollQueues: stored?.pollQueues ?? undefined,
    selfTest: stored?.selfTest?.supported,
    ...(settled === undefined ? {} : { offered: offeredValues(settled) }),
  };
}

/** Null where the drive has no self-test; undefined where it has not said. */
function selfTestMinutes(stored: StoredFacts["stored"]): number | null | undefined {
  const selfTest = stored?.selfTest;
  if (selfTest === null || selfTest === undefined) return undefined;
  return selfTest.supported ? (selfTest.extendedMinutes ?? undefined) : null;
}

/** Of a volume that of all its drives together. */
function linkOf({ drives }: Target): number | undefined {
  const links = drives.map(({ linkSpeed, linkWidth }) => linkBytesPerSecond(linkSpeed, linkWidth));
  if (links.length === 0) return undefined;
  return links.reduce((sum, link) => (sum === undefined || link === undefined ? undefined : sum + link));
}

/** The values of its settings, each that the drive offers. */
function offeredValues({ drive, nsid }: SettledDrive): OfferedValues {
  const offers = settingOffers(drive, nsid).map(({ name, options }) => [name, options.map(({ value }) => value)]);
  return Object.fromEntries(offers);
}

/** How much may be written in all, by the vendor's word. */
export interface RatedEndurance {
  readonly bytes: number;
  /** In total, or so many times its capacity a day for the time of its warranty; `mixed` for drives of a volume that differ. */
  readonly basis: "totalBytesWritten" | "driveWritesPerDay" | "mixed";
}

const daysPerYear = 365;

/** Of a volume: so much that the first of its drives reaches its rating. */
export function ratedEndurance(target: Target): RatedEndurance | undefined {
  const drives = target.drives.map(({ model }) => enduranceOf(model));
  if (target.kind === "namespace") return drives[0];
  if (target.kind === "scratchFile") return undefined;
  const bytes = volumeEndurance(
    target.level,
    drives.map((each) => each?.bytes),
  );
  const [basis, ...others] = new Set(drives.flatMap((each) => each?.basis ?? []));
  return bytes === undefined || basis === undefined ? undefined : { bytes, basis: others.length > 0 ? "mixed" : basis };
}

function enduranceOf(model: string): RatedEndurance | undefined {
  const match = findDriveModel(model);
  const bytes = match?.capacity?.enduranceBytesWritten;
  if (bytes !== undefined) return { bytes, basis: "totalBytesWritten" };
  return match && byDriveWrites(match);
}

function byDriveWrites({ model, capacityGb }: DriveModelMatch): RatedEndurance | undefined {
  const { enduranceDriveWritesPerDay: perDay, warrantyYears } = model;
  if (perDay === undefined || warrantyYears === undefined || capacityGb === undefined) return undefined;
  return { bytes: perDay * capacityGb * 1e9 * daysPerYear * warrantyYears, basis: "driveWritesPerDay" };
}
