import { type FirmwareNotice, noticesAbout } from "@crosspoint/catalog";
import type {
  EventfulPart,
  FirstMediaErrors,
  JudgedDriveRow,
  RecentSample,
  WarmHour,
  WearDayRow,
} from "@crosspoint/db/queries/health-past";
import { absencesOf, type Growth, type PastFacts, type SampledTime } from "@crosspoint/domain";
import type { SmartLog } from "@crosspoint/protocol";
import { limitsOf } from "./drive-state.ts";
import { logFactsOf, type ToldLogs } from "./told-logs.ts";

/** A drive with its newest sample, where it has one. */
export interface JudgedDrive extends JudgedDriveRow {
  readonly log: SmartLog | undefined;
}

/** What was read of one drive. Undefined: it was not read, and what it would tell stays as it is. */
export interface ReadPast {
  readonly parts: readonly EventfulPart[];
  readonly firstMediaErrors: FirstMediaErrors | undefined;
  readonly recent: readonly RecentSample[] | undefined;
  readonly warm: readonly WarmHour[] | undefined;
  readonly days: readonly WearDayRow[] | undefined;
  /** The last one before those, where the drive was not there when they began. */
  readonly dayBefore: WearDayRow | undefined;
  /** What its logs said; undefined where they never did. */
  readonly logs: ToldLogs | undefined;
}

type Counted = Exclude<keyof EventfulPart, "driveId" | "at">;

/**
 * What the rules over a drive's past are given. The past ends with its newest sample: where nobody looks, no counter is quiet and
 * nothing cools. Where its health log is not read any more, or never was, it ends with what its other logs said last, and of
 * what samples tell nothing is known: what is open of that stays as it is.
 */
export function pastFactsOf(drive: JudgedDrive, read: ReadPast, firmware: readonly FirmwareNotice[]): PastFacts {
  const sampledMs = drive.sampledAt?.getTime();
  const toldMs = read.logs?.toldAt.getTime();
  if (toldMs === undefined || (sampledMs !== undefined && toldMs - sampledMs <= sampleStaleMs))
    return sampledFacts(drive, read, firmware, sampledMs ?? 0);
  return { ...commonFacts(drive, firmware), ...logFactsOf(read.logs, toldMs), nowMs: toldMs };
}

/** A sample comes each minute, and logs each hour. */
const sampleStaleMs = 3_600_000;

/** What is known of a drive whatever was read of it lately. */
function commonFacts(drive: JudgedDrive, firmware: readonly FirmwareNotice[]) {
  const { model, warningTemperatureKelvin, criticalTemperatureKelvin, log } = drive;
  const temperatures = {
    warningTemperatureKelvin: warningTemperatureKelvin ?? undefined,
    criticalTemperatureKelvin: criticalTemperatureKelvin ?? undefined,
  };
  return {
    limits: limitsOf(model, temperatures),
    powerOnHours: log && Number(log.powerOnHours),
    firmwareNotices: noticesAbout(firmware, model, drive.firmware),
  };
}

function sampledFacts(
  drive: JudgedDrive,
  read: ReadPast,
  firmware: readonly FirmwareNotice[],
  nowMs: number,
): PastFacts {
  const { growth, totals, ...logs } = logFactsOf(read.logs, nowMs);
  return {
    ...commonFacts(drive, firmware),
    ...logs,
    nowMs,
    growth: { ...growthOf(drive, read), ...growth },
    totals: { ...totalsOf(drive), ...totals },
    spare: spareOf(drive),
    firstSight: read.firstMediaErrors && {
      mediaErrors: BigInt(read.firstMediaErrors.mediaErrors),
      atMs: read.firstMediaErrors.at.getTime(),
    },
    recent: read.recent?.flatMap(({ time, temperatureKelvin, criticalWarning }) =>
      temperatureKelvin === null ? [] : [{ timeMs: time.getTime(), temperatureKelvin, criticalWarning }],
    ),
    hours: read.warm?.map(({ time, ...hour }) => ({ ...hour, timeMs: time.getTime() })),
    absences: read.days && absencesOf([...(read.dayBefore ? [read.dayBefore] : []), ...read.days].map(sampledTime)),
  };
}

/** Nothing is known to have grown of a drive that was never sampled, nor to have stayed. */
function growthOf(drive: JudgedDrive, { parts, days }: ReadPast): PastFacts["growth"] {
  if (drive.sampledAt === null) return {};
  return {
    mediaErrors: grown(parts, "mediaErrors"),
    unsafeShutdowns: grown(parts, "unsafeShutdowns"),
    warningTemperatureMinutes: grown(parts, "warningMinutes"),
    criticalTemperatureMinutes: grown(parts, "criticalMinutes"),
    counterFalls: grown(parts, "falls"),
    ...(transitionsOf(drive) === undefined ? {} : { throttleTransitions: grown(parts, "throttleTransitions") }),
    ...(days === undefined ? {} : { spareFalls: spareFalls(days) }),
  };
}

function grown(parts: readonly EventfulPart[], counter: Counted): Growth[] {
  return parts.filter((part) => part[counter] > 0).map((part) => ({ atMs: part.at.getTime(), by: part[counter] }));
}

/** A drive that goes to and fro between two figures loses the difference once in so many of its days. */
const sparePastDays = 30;

/** Percent by which the least spare of a day is below the least of the days before it, wherever those lie. */
function spareFalls(days: readonly WearDayRow[]): Growth[] {
  return days.flatMap(({ lastAt, minSparePercent }, index) => {
    const earlier = days.slice(Math.max(index - sparePastDays, 0), index);
    const before = earlier.reduce((least, day) => Math.min(least, day.minSparePercent), 255);
    return index > 0 && minSparePercent < before ? [{ atMs: lastAt.getTime(), by: before - minSparePercent }] : [];
  });
}

function transitionsOf({ log }: JudgedDrive): number | undefined {
  const { thermalManagement1Transitions: light, thermalManagement2Transitions: heavy } = log ?? {};
  return light === undefined || heavy === undefined ? undefined : light + heavy;
}

function sampledTime({ firstAt, lastAt, firstPowerOnHours, lastPowerOnHours }: WearDayRow): SampledTime {
  return { firstAtMs: firstAt.getTime(), lastAtMs: lastAt.getTime(), firstPowerOnHours, lastPowerOnHours };
}

function totalsOf(drive: JudgedDrive): PastFacts["totals"] {
  const { log } = drive;
  const transitions = transitionsOf(drive);
  if (log === undefined) return undefined;
  return {
    mediaErrors: BigInt(log.mediaErrors),
    unsafeShutdowns: BigInt(log.unsafeShutdowns),
    warningTemperatureMinutes: log.warningTemperatureTimeMinutes,
    criticalTemperatureMinutes: log.criticalTemperatureTimeMinutes,
    spareFalls: Math.max(100 - log.availableSparePercent, 0),
    ...(transitions === undefined ? {} : { throttleTransitions: transitions }),
  };
}

function spareOf({ log }: JudgedDrive): PastFacts["spare"] {
  return log && { percent: log.availableSparePercent, thresholdPercent: log.availableSpareThresholdPercent };
}
