import { BEYOND_YEARS, formatPercent, formatPercentageUsed, THIN_SPACE } from "@crosspoint/domain";
import type { Wear } from "./wear";

type Ending = Pick<Wear, "end" | "limitPercent" | "limitIsModels" | "days">;

/** When the end is reached, in a sentence. */
export function endText(wear: Ending): string {
  const { end, limitPercent, limitIsModels } = wear;
  const limit = `${formatPercent(limitPercent).text}${limitIsModels ? ", where this model limits its writes," : ""}`;
  switch (end.kind) {
    case "notEnoughData":
      return "Not enough data for a date.";
    case "beyond":
      return `${formatPercent(limitPercent).text} is not reached within ${BEYOND_YEARS} years at the present pace.`;
    case "reached":
      return `${limit} ${reachedText(end.at, wear)}.`;
    case "forecast":
      return end.latest === undefined
        ? `${limit} is reached on ${day(end.earliest)} at the earliest, most likely on ${day(end.likely)}.`
        : `${limit} is reached between ${day(end.earliest)} and ${day(end.latest)}, most likely on ${day(end.likely)}.`;
  }
}

/** Since when, and how far beyond. Where no day below the limit is known, the day is only the first on which it was seen. */
function reachedText(at: Date, { limitPercent, days }: Ending): string {
  const sawItBelow = days.some(({ timeMs, percentageUsed }) => timeMs < at.getTime() && percentageUsed < limitPercent);
  const now = days.at(-1)?.percentageUsed;
  const beyond = now !== undefined && now > limitPercent ? `; now ${formatPercentageUsed(now)} is used` : "";
  return `was reached on ${day(at)}${sawItBelow ? "" : " or before"}${beyond}`;
}

/** What the date goes by, or what is lacking for one. */
export function basisText({ end }: Pick<Wear, "end">): string | undefined {
  switch (end.kind) {
    case "notEnoughData":
      return "A date takes at least 3 whole percents of wear, or 30 days of writes where the rating is in bytes.";
    case "beyond":
    case "reached":
      return undefined;
    case "forecast": {
      const pace =
        end.percentPerDay === undefined ? "" : `${formatPercent(rounded(end.percentPerDay * 30)).text} in 30 days. `;
      const never = end.latest === undefined ? " The pace may be next to nothing: there is no latest date." : "";
      return `${pace}${bases[end.basis]}${never}`;
    }
  }
}

const interval = `the interval is 95${THIN_SPACE}%, if it goes on as it did`;
const bases = {
  percentageUsed: `By how long each percent took; ${interval}.`,
  writes: `By percentage used, and how much the weeks differ in writes; ${interval}.`,
  ratedWrites: `By what was written against the rating in bytes; ${interval}.`,
} as const;

/** "0.42", and three digits of what is small. */
export function dwpdText(drivesPerDay: number): string {
  return drivesPerDay >= 100 ? drivesPerDay.toFixed(0) : String(rounded(drivesPerDay));
}

/** "1.4 % of the rating". */
export function ofRating(drivesPerDay: number, rated: number): string {
  return `${formatPercent(rounded((100 * drivesPerDay) / rated)).text} of the rating`;
}

function rounded(value: number): number {
  return Number(value.toPrecision(value >= 1 ? 3 : 2));
}

/** A date in UTC: an end is no matter of hours. */
function day(date: Date): string {
  return date.toISOString().slice(0, 10);
}
