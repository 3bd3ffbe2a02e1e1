import type { WearEnd } from "../../wear/wear-end.ts";
import type { WrittenBefore } from "../../wear/writes.ts";
import type { HealthLimits } from "../facts.ts";

/** Counters of which growth is judged. What a drive or its host does not tell is absent. */
export type WatchedCounter =
  // SMART / Health log (02h).
  | "mediaErrors"
  | "unsafeShutdowns"
  | "warningTemperatureMinutes"
  | "criticalTemperatureMinutes"
  | "throttleTransitions"
  // Percent by which the available spare fell.
  | "spareFalls"
  // Any counter of the log that fell.
  | "counterFalls"
  // Error Information log (01h): new entries that the drive, not a wrong command, is the reason of.
  | "deviceErrors"
  // OCP SMART / Health Information Extended (C0h), or the vendor's own log.
  | "endToEndErrors"
  | "badBlocks"
  | "incompleteShutdowns"
  // The host's kernel.
  | "controllerResets"
  | "failedCommands"
  | "linkCorrectableErrors"
  | "linkUncorrectableErrors";

/** A part of the past in which a counter grew. */
export interface Growth {
  /** When the part ended. */
  readonly atMs: number;
  readonly by: number;
}

/** A sample of the last hour. */
export interface RecentSample {
  readonly timeMs: number;
  readonly temperatureKelvin: number;
  readonly criticalWarning: number;
}

/** An hour of a drive; absent hours are not listed. */
export interface PastHour {
  /** When it begins. */
  readonly timeMs: number;
  readonly minTemperatureKelvin: number;
  /** Nothing was read or written in it. */
  readonly idle: boolean;
}

/** A time without power, as far as samples and the drive's own clock tell. */
export interface Absence {
  readonly endedAtMs: number;
  readonly days: number;
}

/** What others met with the firmware that a drive has. */
export interface NoticedFirmware {
  readonly id: string;
  /** It shows at that many power-on hours. */
  readonly powerOnHours?: number | undefined;
}

/** A result of the drive's own tests (log 06h). */
export interface SelfTestEnding {
  /** 1 short, 2 extended. */
  readonly code: number;
  /** 0 passed; 1 to 4 and 9 aborted by somebody; 5 to 7 failed; 8 aborted by the drive. */
  readonly result: number;
}

/** A figure of a drive beside those of others of its model. */
export interface BesideOthers {
  readonly value: number;
  /** Of the others; absent where there are too few of them. */
  readonly median?: number | undefined;
}

/** What is known of a drive's past, as its rollups tell it. What is absent is not judged, and leaves open what is open. */
export interface PastFacts {
  readonly nowMs: number;
  readonly limits: HealthLimits;
  /** Parts in which a counter grew, ascending; none where it did not. Absent where nothing tells of it. */
  readonly growth: Readonly<Partial<Record<WatchedCounter, readonly Growth[]>>>;
  /** Where the counters stand; of `spareFalls` what was lost in all. */
  readonly totals?: Readonly<Partial<Record<WatchedCounter, number | bigint>>> | undefined;
  readonly spare?: { readonly percent: number; readonly thresholdPercent: number } | undefined;
  /** What its very first sample told, and when. */
  readonly firstSight?: { readonly mediaErrors: bigint; readonly atMs: number } | undefined;
  /** The samples of the last hour, ascending. */
  readonly recent?: readonly RecentSample[] | undefined;
  /** The hours of the last day and more, ascending. */
  readonly hours?: readonly PastHour[] | undefined;
  /** Ascending. */
  readonly absences?: readonly Absence[] | undefined;
  /** Drive writes a day over 30 days. */
  readonly drivesPerDay30?: number | undefined;
  /** What it was at the end of each day, ascending. */
  readonly drivesPerDay30Before?: readonly WrittenBefore[] | undefined;
  /** Absent where the catalog has no rating. */
  readonly ratedDrivesPerDay?: number | undefined;
  readonly wearEnd?: WearEnd | undefined;
  readonly firmwareNotices?: readonly NoticedFirmware[] | undefined;
  readonly powerOnHours?: number | undefined;
  /** The newest first. */
  readonly selfTests?: readonly SelfTestEnding[] | undefined;
  /** How many namespaces take no writes. */
  readonly readOnlyNamespaces?: number | undefined;
  /** Byte 6 of the health log. */
  readonly enduranceGroupWarning?: number | undefined;
  /** Dies of the medium that are out of use, and how many the drive says it can lose. */
  readonly dies?: { readonly offline: number; readonly tolerance?: number | undefined } | undefined;
  /** Written to the medium for each byte of hosts, over 7 days. */
  readonly amplification?: BesideOthers | undefined;
  /** Energy left to save the cache, and by how many percent of itself it fell within 7 days. */
  readonly capacitor?: (BesideOthers & { readonly fellPercent: number }) | undefined;
}

/** By how much it grew within the hours before `nowMs`. */
export function growthWithin(growth: readonly Growth[], nowMs: number, hours: number): number {
  const from = nowMs - hours * 3_600_000;
  return growth.reduce((sum, { atMs, by }) => (atMs > from && atMs <= nowMs ? sum + by : sum), 0);
}

/** Hours since it grew last; undefined where it did not. */
export function quietHours(growth: readonly Growth[], nowMs: number): number | undefined {
  const last = growth.findLast(({ by }) => by > 0);
  return last && (nowMs - last.atMs) / 3_600_000;
}
