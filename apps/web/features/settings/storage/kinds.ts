import { firmwareChangesKeptDays } from "@crosspoint/domain";
import type { Outputs } from "@/api/client";

type Storage = Outputs["storage"]["get"];
export type Amount = Storage["amounts"][number];
export type Retention = Storage["retention"];

/** What is stored, and for how long: by a setting, for a fixed time, or as long as what it belongs to. */
interface KindWords {
  readonly name: string;
  readonly detail: string;
  readonly kept: keyof Retention | string;
}

export const kindWords: Readonly<Record<Amount["kind"], KindWords>> = {
  samples: { name: "SMART samples", detail: "As agents send them, usually one a minute", kept: "keepSamplesDays" },
  hours: { name: "Hourly values", detail: "Rolled up from samples", kept: "keepHoursDays" },
  days: { name: "Daily values", detail: "Added up from hours", kept: "keepDaysDays" },
  seconds: {
    name: "Seconds of runs",
    detail: "Histograms of each second; its rates stay with the run",
    kept: "keepSecondsDays",
  },
  results: { name: "Benchmark results", detail: "Runs, points, histograms, plans, comparisons", kept: "forever" },
  commands: { name: "Commands", detail: "What agents were asked, from its end", kept: "keepCommandsDays" },
  firmwareChanges: {
    name: "Firmware changes",
    detail: "When a drive was first seen with another revision",
    kept: daysText(firmwareChangesKeptDays),
  },
  eventIds: { name: "Event ids", detail: "So that an event sent again is stored once", kept: "30 days" },
  audit: { name: "Audit", detail: "Entries cannot be removed; export them", kept: "forever" },
  fleet: { name: "Fleet", detail: "Hosts, drives, conditions, people", kept: "while they exist" },
  queue: { name: "Job queue", detail: "Background jobs of the worker", kept: "1 day" },
  other: { name: "Other", detail: "PostgreSQL's own catalogs, and what is none of the above", kept: "by PostgreSQL" },
};

/** "30 days", "2 years", "forever". */
export function daysText(days: number | null): string {
  if (days === null) return "forever";
  if (days >= 365 && days % 365 === 0) return days === 365 ? "1 year" : `${days / 365} years`;
  return days === 1 ? "1 day" : `${days} days`;
}

/** As it is typed, and as it is said: "730 days (2 years)". */
export function typedDaysText(days: number | null): string {
  const text = daysText(days);
  return days === null || text.endsWith("days") || text.endsWith("day") ? text : `${days} days (${text})`;
}

export function keptText({ kept }: KindWords, retention: Retention): string {
  return kept in retention ? daysText(retention[kept as keyof Retention]) : kept;
}

/** As exactly as it is known: hours are stored by months, days by years, and the first of them need not be whole. */
export function sinceText(kind: Amount["kind"], since: Date): string {
  const letters = { hours: "2026-11", days: "2026" } as const;
  const { length } = kind in letters ? letters[kind as keyof typeof letters] : "2026-11-21";
  return since.toISOString().slice(0, length);
}
