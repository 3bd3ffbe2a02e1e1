import type { Retention } from "./kinds";

export type RetentionTexts = Readonly<Record<keyof Retention, string>>;

/** What may be kept forever: nothing typed. */
const mayBeEmpty: readonly (keyof Retention)[] = ["keepDaysDays", "keepSecondsDays"];

export function textsOf(retention: Retention): RetentionTexts {
  const text = (days: number | null) => (days === null ? "" : String(days));
  return {
    keepSamplesDays: text(retention.keepSamplesDays),
    keepHoursDays: text(retention.keepHoursDays),
    keepDaysDays: text(retention.keepDaysDays),
    keepSecondsDays: text(retention.keepSecondsDays),
    keepCommandsDays: text(retention.keepCommandsDays),
  };
}

/** Undefined where one of them is no whole number of days. */
export function retentionOf(texts: RetentionTexts): Retention | undefined {
  const days = (key: keyof Retention) => (/^\d{1,6}$/.test(texts[key].trim()) ? Number(texts[key]) : null);
  const keys = Object.keys(texts) as (keyof Retention)[];
  const wrong = keys.some((key) => days(key) === null && !(texts[key].trim() === "" && mayBeEmpty.includes(key)));
  if (wrong) return undefined;
  return {
    keepSamplesDays: days("keepSamplesDays") ?? 0,
    keepHoursDays: days("keepHoursDays") ?? 0,
    keepDaysDays: days("keepDaysDays"),
    keepSecondsDays: days("keepSecondsDays"),
    keepCommandsDays: days("keepCommandsDays") ?? 0,
  };
}

/** What is kept for a shorter time than before: its older part will be removed. */
export function shortened(before: Retention, after: Retention): (keyof Retention)[] {
  const length = (days: number | null) => days ?? Number.POSITIVE_INFINITY;
  return (Object.keys(after) as (keyof Retention)[]).filter((key) => length(after[key]) < length(before[key]));
}
