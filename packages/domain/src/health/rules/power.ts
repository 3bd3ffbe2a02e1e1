import { formatPercent } from "../../units/units.ts";
import type { OpenCondition } from "../condition.ts";
import type { PastFacts } from "../past/past-facts.ts";
import { PEERS_MIN, percentOf } from "../past/peers.ts";
import type { HealthRule, PastRule, Read } from "../rule.ts";
import { dayHours, dayMinutes, growthRule } from "./growth.ts";

const dayMs = dayMinutes * 60_000;

const unsafeShutdowns = growthRule({
  id: "unsafeShutdowns",
  title: "Unsafe shutdowns",
  kind: "rate",
  counter: "unsafeShutdowns",
  unit: "times",
  grades: [{ severity: "watch", at: 3, withinHours: 7 * dayHours }],
  clears: { afterMinutes: 14 * dayMinutes },
  counted: ["unsafe shutdown", "unsafe shutdowns"],
  meaning: "Power went away before the drive was told.",
  remedy: "All drives of a host: look at its power. One drive: its slot.",
  exceptions: ["Neither the total nor its share of power cycles is a reason."],
  source: "Chosen: in real logs more than half of all power cycles are unsafe, so that only their rate says anything",
});

const incompleteShutdown = growthRule({
  id: "incompleteShutdown",
  title: "Incomplete shutdowns",
  kind: "growth",
  counter: "incompleteShutdowns",
  unit: "times",
  grades: [{ severity: "watch", at: 1, withinHours: 30 * dayHours }],
  clears: { afterMinutes: 90 * dayMinutes },
  counted: ["incomplete shutdown", "incomplete shutdowns"],
  meaning: "The drive may not have saved its cache when power went away.",
  remedy: "Verify what was written just before, and look at the drive's capacitors.",
  exceptions: [],
  source: "Chosen",
});

/** By so much of itself it must have fallen within a week, to be watched. */
const FELL_PERCENT = 10;

const capacitorHealth: PastRule = {
  id: "capacitorHealth",
  title: "Capacitor health",
  kind: "peer",
  judgedBy: "worker",
  by: "past",
  unit: "percent",
  figureMost: 100,
  holds: "below",
  worse: "figure",
  grades: [
    { severity: "replace", at: 43, strictly: true, clearsAt: 90 },
    { severity: "watch", at: 80, strictly: true, clearsAt: 90 },
  ],
  clears: { afterMinutes: 7 * dayMinutes },
  meaning: "Less energy is left to save the cache at a power cut than in other drives of the model: an early sign.",
  remedy: "Plan a replacement; there is more time than after the drive's own warning.",
  exceptions: [
    `To be watched it must also have fallen by ${FELL_PERCENT}\u2009% of itself within 7 days.`,
    `At least ${PEERS_MIN} drives of the model are compared: vendors count in different scales.`,
    "A drive that tells 0 or FFFFh tells nothing.",
  ],
  source: "Derived from Wang et al., FailureMiner, FAST 2026 (Samsung PM9A3)",
  read: capacitorOfMedian,
  text: ({ value = 0 }) =>
    `The drive's capacitors have ${formatPercent(Number(value)).text} of the energy that is usual for its model.`,
};

function capacitorOfMedian({ capacitor }: PastFacts): Read {
  if (capacitor === undefined || (capacitor.median ?? 0) === 0) return "unknown";
  return { value: percentOf(capacitor), only: capacitor.fellPercent >= FELL_PERCENT ? undefined : "replace" };
}

/** Powered so long again, it has refreshed what it stores. */
const REFRESHED_DAYS = 14;

const unpoweredLong: PastRule = {
  id: "unpoweredLong",
  title: "Long without power",
  kind: "event",
  judgedBy: "worker",
  by: "past",
  unit: "days",
  holds: "above",
  worse: "figure",
  grades: [{ severity: "watch", at: 90 }],
  clears: {},
  meaning: "Flash loses its charge without power, faster when it is worn and warm.",
  remedy: "Read the drive through once before trusting it. Expect media errors and slow reads.",
  exceptions: [
    `It ends after ${REFRESHED_DAYS} days with power and without new media errors.`,
    "Hours that the drive's own clock counted meanwhile were not without power.",
  ],
  source:
    "JESD218: 3 months at 40 °C for a worn enterprise drive, a year at 30 °C for a client one; Oracle: two weeks of power refresh it",
  read: sinceAbsence,
  text: ({ value = 0 }) => `The drive was without power for ${value} days.`,
};

function sinceAbsence({ nowMs, absences }: PastFacts, open: readonly OpenCondition[]): Read {
  if (absences === undefined) return "unknown";
  const last = absences.at(-1);
  if (last === undefined) return { value: undefined };
  const refreshed = nowMs - last.endedAtMs >= REFRESHED_DAYS * dayMs;
  const errorsGrow = open.some(({ rule }) => rule === "mediaErrors" || rule === "mediaErrorBurst");
  const value = Math.floor(last.days);
  return { value: refreshed && !errorsGrow ? undefined : value, before: [{ atMs: last.endedAtMs, value }] };
}

export const powerRules: readonly HealthRule[] = [unpoweredLong, capacitorHealth, incompleteShutdown, unsafeShutdowns];
