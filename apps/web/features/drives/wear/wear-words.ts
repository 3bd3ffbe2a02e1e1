import {
  BEYOND_YEARS,
  formatBytes,
  formatPercent,
  formatPercentageUsed,
  RATED_PERCENT,
  THIN_SPACE,
} from "@crosspoint/domain";
import type { Wear } from "./wear";

type Ending = Pick<Wear, "end" | "limitPercent" | "writeLimitPercent" | "days"> & {
  readonly rated: Pick<Wear["rated"], "bytes">;
};

/** When the end is reached, in a sentence. */
export function endText(wear: Ending): string {
  const { end } = wear;
  const limit = limitText(wear);
  // Of percentage used, which the drive tells, nothing is said then.
  const isOfBytes = "basis" in end && end.basis === "ratedWrites";
  const [what, done] = isOfBytes ? [ratingText(wear), "used up"] : [limit, "reached"];
  switch (end.kind) {
    case "notEnoughData":
      return "Not enough data for a date.";
    case "beyond":
      return `${what} is not ${done} within ${end.years} years at the present pace.`;
    case "reached":
      return `${limit} ${reachedText(end.at, wear)}.`;
    case "forecast":
      return end.latest === undefined
        ? `${what} is ${done} on ${day(end.earliest)} at the earliest, most likely on ${day(end.likely)}.`
        : `${what} is ${done} between ${day(end.earliest)} and ${day(end.latest)}, most likely on ${day(end.likely)}.`;
  }
}

function limitText({ limitPercent, writeLimitPercent }: Ending): string {
  const { text } = formatPercent(limitPercent);
  return limitPercent === writeLimitPercent ? `${text}, where this model limits its writes,` : text;
}

function ratingText({ rated }: Ending): string {
  return rated.bytes === undefined ? "The rating in bytes" : `The rating of ${formatBytes(rated.bytes).text}`;
}

/** Since when, and how far beyond. Where no day below the limit is known, the day is only the first on which it was seen. */
function reachedText(at: Date, { limitPercent, days }: Ending): string {
  const sawItBelow = days.some(({ timeMs, percentageUsed }) => timeMs < at.getTime() && percentageUsed < limitPercent);
  const now = days.at(-1)?.percentageUsed;
  const beyond = now !== undefined && now > limitPercent ? `; now ${formatPercentageUsed(now)} is used` : "";
  return `was reached on ${day(at)}${sawItBelow ? "" : " or before"}${beyond}`;
}

/** What the date goes by, or what is lacking for one. */
export function basisText(wear: Pick<Wear, "end" | "writeLimitPercent" | "days">): string | undefined {
  const { end } = wear;
  switch (end.kind) {
    case "notEnoughData":
      return lackingText(wear);
    case "beyond":
      if (end.basis === "ratedWrites") return `By what was written over 30 days or more.${unknownLimit(wear)}`;
      if (end.years >= BEYOND_YEARS) return undefined;
      return `By twice the pace that percentage used can have had at most. ${lackingText(wear)}`;
    case "reached":
      return undefined;
    case "forecast": {
      const pace =
        end.percentPerDay === undefined ? "" : `${formatPercent(rounded(end.percentPerDay * 30)).text} in 30 days. `;
      const never = end.latest === undefined ? " The pace may be next to nothing: there is no latest date." : "";
      const unknown = end.basis === "ratedWrites" ? unknownLimit(wear) : "";
      return `${pace}${bases[end.basis]}${never}${unknown}`;
    }
  }
}

const steps = "3 whole percents of wear";
const writes = "30 days of writes where the rating is in bytes";

/** Beyond 100 % the rating in bytes tells nothing more. */
function lackingText({ days }: Pick<Wear, "days">): string {
  const isBeyondRating = (days.at(-1)?.percentageUsed ?? 0) >= RATED_PERCENT;
  return `A date takes at least ${steps}${isBeyondRating ? "" : `, or ${writes}`}.`;
}

/** A rating in bytes does not say when the model limits its writes. */
function unknownLimit({ writeLimitPercent }: Pick<Wear, "writeLimitPercent">): string {
  if (writeLimitPercent === undefined) return "";
  return ` When this model limits its writes, from ${formatPercent(writeLimitPercent).text} on, takes at least ${steps} to tell.`;
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
