import {
  bytesOfDataUnits,
  formatBytes,
  formatCount,
  formatDuration,
  formatPowerOnHours,
  formatTemperature,
  PERCENTAGE_USED_CAP,
} from "@crosspoint/domain";

/** A day of a drive, as the API hands it out. */
export interface FigureDay {
  readonly timeMs: number;
  readonly lastAtMs: number;
  readonly meanKelvin: number | null;
  readonly maxKelvin: number | null;
  readonly percentageUsed: number;
  readonly availableSparePercent: number;
  readonly dataUnitsWrittenIncrease: bigint;
  readonly mediaErrorsIncrease: bigint;
  readonly powerOnHoursIncrease: bigint;
}

/** The last whole days of a drive, and the sample they are counted from. */
export interface DriveFigures {
  readonly start: (Pick<FigureDay, "percentageUsed" | "availableSparePercent"> & { readonly atMs: number }) | undefined;
  readonly days: readonly FigureDay[];
}

export type Figure = "temperature" | "percentageUsed" | "spare" | "written" | "mediaErrors" | "powerOnHours";

/** How a figure went: a value a day, where there is one, and that in words. */
export interface FigureTrend {
  readonly values: readonly (number | undefined)[];
  readonly words: string;
}

const dayMs = 86_400_000;
/** One day alone has no trend. */
const daysMin = 2;

/** Undefined where too few days are known. All are told over the same time: from the start to the last sample. */
export function figureTrends({ start, days }: DriveFigures): Readonly<Record<Figure, FigureTrend>> | undefined {
  const [first, last] = [days[0], days.at(-1)];
  if (start === undefined || first === undefined || last === undefined || days.length < daysMin) return undefined;
  const values = valuesByDay(days, first.timeMs);
  const span = spanWords(last.lastAtMs - start.atMs);
  const sum = (of: (day: FigureDay) => bigint) => days.reduce((total, day) => total + of(day), 0n);
  const written = bytesOfDataUnits(sum((day) => day.dataUnitsWrittenIncrease));
  const hours = formatPowerOnHours(sum((day) => day.powerOnHoursIncrease)).text;
  return {
    temperature: { values: values((day) => day.meanKelvin), words: `${hottestWords(days)} in ${span}` },
    percentageUsed: {
      values: values((day) => day.percentageUsed),
      words:
        last.percentageUsed >= PERCENTAGE_USED_CAP
          ? "it counts no further"
          : `${changed(last.percentageUsed - start.percentageUsed)} in ${span}`,
    },
    spare: {
      values: values((day) => day.availableSparePercent),
      words: `${changed(last.availableSparePercent - start.availableSparePercent)} in ${span}`,
    },
    written: {
      values: values((day) => Number(day.dataUnitsWrittenIncrease)),
      words: `${formatBytes(written).text} in ${span}`,
    },
    mediaErrors: {
      values: values((day) => Number(day.mediaErrorsIncrease)),
      words: `${newErrors(sum((day) => day.mediaErrorsIncrease))} in ${span}`,
    },
    powerOnHours: { values: values(totalHours(days)), words: `+${hours} in ${span}` },
  };
}

/** What the counter had come to by each day. Of a drive that is never off each day has 24 hours, but for a part of today. */
function totalHours(days: readonly FigureDay[]): (day: FigureDay) => number {
  let hours = 0;
  const totals = new Map<FigureDay, number>();
  for (const day of days) {
    hours += Number(day.powerOnHoursIncrease);
    totals.set(day, hours);
  }
  return (day) => totals.get(day) ?? hours;
}

/** A place for each day from the first on, also for those without samples. */
function valuesByDay(days: readonly FigureDay[], firstMs: number) {
  const byDay = new Map(days.map((day) => [Math.round((day.timeMs - firstMs) / dayMs), day]));
  const count = Math.max(...byDay.keys()) + 1;
  return (of: (day: FigureDay) => number | null) =>
    Array.from({ length: count }, (_, index) => {
      const day = byDay.get(index);
      return (day && of(day)) ?? undefined;
    });
}

/** "30 days", and hours below two of them. */
function spanWords(ms: number): string {
  return ms < 2 * dayMs ? formatDuration(ms) : `${Math.round(ms / dayMs)} days`;
}

function hottestWords(days: readonly FigureDay[]): string {
  const told = days.flatMap(({ maxKelvin }) => maxKelvin ?? []);
  return told.length === 0 ? "not reported" : `up to ${formatTemperature(Math.max(...told)).text}`;
}

/** "+2 points", "−1 point", "unchanged": what was 4 % and is 2 % is not 2 % less. */
function changed(points: number): string {
  if (points === 0) return "unchanged";
  return `${points > 0 ? "+" : "−"}${Math.abs(points)} ${Math.abs(points) === 1 ? "point" : "points"}`;
}

function newErrors(count: bigint): string {
  return count === 0n ? "none new" : `${formatCount(count)} new`;
}
