import { nvmeStatusText } from "../../smart/nvme-status.ts";
import { criticalWarnings } from "../../smart/smart.ts";
import { formatCount } from "../../units/units.ts";
import { type Criterion, fail, type Judgement, notJudged, pass } from "../criterion.ts";
import type { CountedLog, LoggedError, QualificationFacts } from "../facts.ts";

/** Both logs, or why they cannot be held against each other. */
function withBoth(facts: QualificationFacts, judge: (before: CountedLog, after: CountedLog) => Judgement): Judgement {
  const { before, after } = facts;
  if (before?.log === undefined) return notJudged(unread("before", before?.problem));
  if (after?.log === undefined) return notJudged(unread("after", after?.problem));
  return judge(before.log, after.log);
}

function unread(when: string, problem: string | undefined): string {
  const why = problem === undefined ? "" : `: ${problem}`;
  return `The drive's counters ${when} the run are not known${why}.`;
}

/** A counter that fell was set back: nothing is known of its growth. */
function grown(before: string, after: string): bigint | undefined {
  const growth = BigInt(after) - BigInt(before);
  return growth < 0n ? undefined : growth;
}

export const noMediaErrors: Criterion = {
  id: "noMediaErrors",
  name: "No new media or data integrity errors",
  limit: "0 new",
  source: "SMART log 02h, bytes 175:160",
  judge: (facts) =>
    withBoth(facts, (before, after) => {
      const growth = grown(before.mediaErrors, after.mediaErrors);
      if (growth === undefined) return notJudged("The counter went backwards during the run.");
      const found = `${formatCount(growth)} new (${formatCount(BigInt(after.mediaErrors))} in all)`;
      return growth === 0n ? pass(found) : fail(found);
    }),
};

/** Generic statuses with which a drive says that something in it failed; others refuse a command that makes no sense. */
const deviceFailures: ReadonlySet<number> = new Set([0x04, 0x06]);
const mediaType = 2;

function isDeviceError({ status }: LoggedError): boolean {
  const [code, type] = [status & 0xff, (status >> 8) & 0x7];
  return type === mediaType || (type === 0 && deviceFailures.has(code));
}

export const noDeviceErrors: Criterion = {
  id: "noDeviceErrors",
  name: "No new device errors in the error log",
  limit: "0 entries of type 2h (media), Internal Error or Data Transfer Error",
  source: "error log 01h; refused commands do not count, as in smartd",
  judge: (facts) =>
    withBoth(facts, (before, after) => {
      const growth = grown(before.errorLogEntries, after.errorLogEntries);
      if (growth === undefined) return notJudged("The counter went backwards during the run.");
      const last = BigInt(before.errorLogEntries);
      const entries = (facts.after?.errorLog ?? []).filter(({ errorCount }) => BigInt(errorCount) > last);
      const [worst, ...more] = entries.filter(isDeviceError);
      if (worst !== undefined) {
        const others = more.length === 0 ? "" : ` and ${formatCount(more.length)} more`;
        return fail(`${nvmeStatusText(worst.status)} at LBA ${formatCount(BigInt(worst.lba))}${others}.`);
      }
      const unseen = growth - BigInt(entries.length);
      if (unseen > 0n) {
        return notJudged(`${formatCount(unseen)} of ${formatCount(growth)} new entries are not in the drive's log.`);
      }
      return pass(growth === 0n ? "0 new" : `${formatCount(growth)} new, all of refused commands`);
    }),
};

export const spareUnchanged: Criterion = {
  id: "spareUnchanged",
  name: "Available spare unchanged",
  limit: "not below what it was, nor below the drive's threshold",
  source: "SMART log 02h, bytes 3 and 4",
  judge: (facts) =>
    withBoth(facts, (before, after) => {
      const [was, is, threshold] = [
        before.availableSparePercent,
        after.availableSparePercent,
        after.availableSpareThresholdPercent,
      ];
      const found = `${is} % (${was} % before, threshold ${threshold} %)`;
      // Thresholds above 100 are reserved; 0 is a drive that sets none.
      const isBelow = threshold <= 100 && is < threshold;
      return is < was || isBelow ? fail(found) : pass(found);
    }),
};

export const noCriticalWarning: Criterion = {
  id: "noCriticalWarning",
  name: "No critical warning",
  limit: "0",
  source: "SMART log 02h, byte 0",
  judge: (facts) =>
    withBoth(facts, (before, after) => {
      const bits = before.criticalWarning | after.criticalWarning;
      if (bits === 0) return pass("0");
      const when = after.criticalWarning === 0 ? "Before the run: " : "";
      const words = criticalWarnings(bits).map(({ text }) => text);
      return fail(when + words.join(" "));
    }),
};

const thermalCounters = [
  "thermalManagement1Seconds",
  "thermalManagement2Seconds",
  "thermalManagement1Transitions",
  "thermalManagement2Transitions",
  "warningTemperatureTimeMinutes",
  "criticalTemperatureTimeMinutes",
] as const;
type ThermalCounter = (typeof thermalCounters)[number];

export const noThermalThrottling: Criterion = {
  id: "noThermalThrottling",
  name: "No thermal throttling",
  limit: "0 s of throttling and 0 min above the warning temperature added",
  source: "SMART log 02h, bytes 195:192 and 231:216",
  judge: (facts) =>
    withBoth(facts, (before, after) => {
      const added = (of: ThermalCounter) => (after[of] ?? 0) - (before[of] ?? 0);
      if (thermalCounters.some((of) => added(of) < 0)) return notJudged("A counter went backwards during the run.");
      const seconds = added("thermalManagement1Seconds") + added("thermalManagement2Seconds");
      const times = added("thermalManagement1Transitions") + added("thermalManagement2Transitions");
      const minutes = added("warningTemperatureTimeMinutes") + added("criticalTemperatureTimeMinutes");
      const words = [
        ...(seconds > 0 || times > 0
          ? [`throttled ${formatCount(times)} ${times === 1 ? "time" : "times"}, ${formatCount(seconds)} s`]
          : []),
        ...(minutes > 0 ? [`${formatCount(minutes)} min above the warning temperature`] : []),
      ];
      return words.length === 0 ? pass("0 s, 0 min") : fail(words.join("; "));
    }),
};
