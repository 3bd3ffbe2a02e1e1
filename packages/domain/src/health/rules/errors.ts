import { formatCount } from "../../units/units.ts";
import type { OpenCondition } from "../condition.ts";
import type { PastFacts, SelfTestEnding } from "../past/past-facts.ts";
import type { HealthRule, PastRule, Read, UnjudgedRule } from "../rule.ts";
import { dayHours, dayMinutes, growthRule } from "./growth.ts";

const mediaErrors = growthRule({
  id: "mediaErrors",
  title: "New media errors",
  kind: "growth",
  counter: "mediaErrors",
  unit: "errors",
  grades: [
    { severity: "replace", at: 10, withinHours: 15 * dayHours },
    { severity: "watch", at: 1, withinHours: 15 * dayHours },
  ],
  clears: { afterMinutes: 30 * dayMinutes },
  counted: ["media error", "media errors"],
  meaning: "Data could not be read back intact.",
  remedy: "Verify what is stored on the drive.",
  remedyAt: { replace: "Move the data today: half of such drives failed within a week." },
  exceptions: ["A total that does not grow is history, not a reason.", "Write Uncorrectable may be counted."],
  source:
    "Wang et al., FailureMiner, FAST 2026 (10 in 15 days); Schroeder et al., FAST 2016 (another one within a month)",
});

const mediaErrorsBefore: PastRule = {
  id: "mediaErrorsBefore",
  title: "Earlier media errors",
  kind: "event",
  judgedBy: "worker",
  by: "past",
  unit: "errors",
  holds: "above",
  worse: "figure",
  grades: [{ severity: "watch", at: 1 }],
  // What was there at first stays. It becomes less only where samples that arrive late show that it was less.
  clears: {},
  meaning: "The drive counted media errors before it was first seen here. Only new ones say something of its future.",
  remedy: "Verify what is stored on the drive, then acknowledge this: it does not come back unless new errors do.",
  exceptions: ["A total at first sight is a baseline: it is shown once."],
  source: "Chosen: a few old errors must not condemn a drive for ever",
  read: ({ firstSight }) => {
    if (firstSight === undefined) return "unknown";
    const value = Number(firstSight.mediaErrors);
    return { value, before: [{ atMs: firstSight.atMs, value }] };
  },
  text: ({ value = 0 }) =>
    `The drive had ${formatCount(value)} media ${Number(value) === 1 ? "error" : "errors"} before it was first seen here.`,
};

const mediaErrorBurst = growthRule({
  id: "mediaErrorBurst",
  title: "Burst of media errors",
  kind: "rate",
  counter: "mediaErrors",
  unit: "errors",
  grades: [{ severity: "replace", at: 100, withinHours: dayHours }],
  clears: { byPerson: true },
  counted: ["media error", "media errors"],
  meaning: "More data is lost every hour.",
  remedy: "Stop writing, copy the data off, and look for a firmware notice of this model.",
  exceptions: [],
  source: "Chosen between a bad block and the thousands a day of a known firmware defect (Samsung 980 PRO)",
});

const errorLogGrowth = growthRule({
  id: "errorLogGrowth",
  title: "Commands failed in the drive",
  kind: "growth",
  counter: "deviceErrors",
  unit: "errors",
  grades: [
    { severity: "replace", at: 10, withinHours: dayHours },
    { severity: "watch", at: 1, withinHours: dayHours },
  ],
  clears: { afterMinutes: 7 * dayMinutes },
  counted: ["command that failed in the drive", "commands that failed in the drive"],
  meaning: "The commands were valid; the drive itself could not complete them.",
  remedy: "Read the status and the address of the entries in the error log.",
  exceptions: [
    "The number of entries says nothing: of 16 real drives that had some, 15 had no media error.",
    "Only entries with a status of the medium, of data integrity or of an internal error count: not those of refused, invalid, aborted or denied commands, nor those of the link.",
    "Entries that a power cycle took away before they were read are unknown.",
  ],
  source: "smartmontools counts more: all but invalid commands; thresholds chosen",
});

const endToEndErrors = growthRule({
  id: "endToEndErrors",
  title: "End-to-end errors",
  kind: "growth",
  counter: "endToEndErrors",
  unit: "errors",
  grades: [
    { severity: "replace", at: 2, withinHours: 30 * dayHours },
    { severity: "watch", at: 1, withinHours: 30 * dayHours },
  ],
  clears: { afterMinutes: 90 * dayMinutes },
  counted: ["end-to-end error", "end-to-end errors"],
  meaning: "Data changed inside the drive, between its interface and its medium.",
  remedy: "Verify checksums of what the drive wrote, and plan its replacement.",
  exceptions: [],
  source: "Wang et al., FailureMiner, FAST 2026; the second event is chosen",
});

const counterWentBackwards = growthRule({
  id: "counterWentBackwards",
  title: "Counter went backwards",
  kind: "event",
  counter: "counterFalls",
  unit: "times",
  grades: [{ severity: "watch", at: 1, withinHours: 30 * dayHours }],
  clears: { byPerson: true },
  counted: ["fall of a counter", "falls of counters"],
  meaning:
    "A lifetime counter fell: a repair, a reset by the vendor, another drive under the same name, or two agents that report it.",
  remedy: "Check serial number and power-on hours. Forecasts start anew from here.",
  exceptions: [
    "A sample that was dated by a clock that was ahead is older than it says: what follows it looks as if it fell.",
  ],
  source: "Chosen",
});

const selfTestFailed: PastRule = {
  id: "selfTestFailed",
  title: "Self-test failed",
  kind: "event",
  judgedBy: "worker",
  by: "past",
  unit: "times",
  holds: "above",
  worse: "severity",
  grades: [
    { severity: "replace", at: 1 },
    { severity: "watch", at: 2 },
  ],
  clears: {},
  meaning: "The drive's own test found a fault.",
  meaningAt: { watch: "The drive broke off its own tests, and says no reason." },
  remedy: "Note the segment and the address in its list of self-tests; replace the drive.",
  remedyAt: { watch: "Start an extended self-test, and see whether it is broken off again." },
  exceptions: [
    "Results 5, 6 and 7 of the newest test say to replace; two of 8 in a row to watch.",
    "Tests that a person, a reset, a format or a sanitize ended say nothing.",
    "A later extended test that passed ends it.",
  ],
  source: "TrueNAS and smartmontools judge the same results",
  read: failedTests,
  text: ({ severity, value = 0 }) =>
    severity === "watch"
      ? `The drive broke off its last ${value} self-tests for a reason that it does not tell.`
      : "The drive failed its own self-test.",
};

/** Results by which a test found a fault; by which the drive broke it off; and by which somebody else did. */
const FAILED: ReadonlySet<number> = new Set([5, 6, 7]);
const BROKEN_OFF = 8;
const ENDED_BY_OTHERS: ReadonlySet<number> = new Set([1, 2, 3, 4, 9]);
const EXTENDED = 2;

function failedTests({ selfTests }: PastFacts, open: readonly OpenCondition[]): Read {
  if (selfTests === undefined) return "unknown";
  const telling = selfTests.filter(({ result }) => !ENDED_BY_OTHERS.has(result));
  const passed = telling.findIndex((test) => test.code === EXTENDED && test.result === 0);
  const since = passed === -1 ? telling : telling.slice(0, passed);
  const failed = since.filter(({ result }) => FAILED.has(result)).length;
  const wasFailed = open.some(({ rule, severity }) => rule === "selfTestFailed" && severity === "replace");
  if (failed > 0 && (wasFailed || FAILED.has(since[0]?.result ?? 0))) return { value: failed, only: "replace" };
  return { value: brokenOffInARow(since), only: "watch" };
}

function brokenOffInARow(newestFirst: readonly SelfTestEnding[]): number {
  const other = newestFirst.findIndex(({ result }) => result !== BROKEN_OFF);
  return other === -1 ? newestFirst.length : other;
}

const namespaceWriteProtected: PastRule = {
  id: "namespaceWriteProtected",
  title: "Namespace write-protected",
  kind: "level",
  judgedBy: "worker",
  by: "past",
  holds: "above",
  worse: "severity",
  grades: [
    { severity: "failed", at: 1 },
    { severity: "watch", at: 1 },
  ],
  clears: {},
  meaning: "Somebody, or the drive, made a namespace read-only.",
  remedy: "Find out who; feature 84h says until when.",
  exceptions: [
    "Only together with read-only media has the drive failed.",
    "A namespace that somebody set read-only in the kernel (blockdev --setro) counts too.",
  ],
  source: "NVM Express Base Specification, Identify Namespace (NSATTR)",
  read: ({ readOnlyNamespaces }, open) => {
    if (readOnlyNamespaces === undefined) return "unknown";
    const hasFailed = open.some(({ rule }) => rule === "criticalWarning.readOnly");
    return { value: readOnlyNamespaces, only: hasFailed ? "failed" : "watch" };
  },
  text: ({ severity }) =>
    severity === "failed"
      ? "The media is read-only, and a namespace takes no writes."
      : "A namespace takes no writes: it is write-protected in the drive, or read-only in the kernel.",
};

const identityChanged: UnjudgedRule = {
  id: "identityChanged",
  title: "Identity changed",
  kind: "event",
  judgedBy: "report",
  by: "nothing",
  holds: "above",
  worse: "severity",
  grades: [{ severity: "watch", at: 1 }],
  clears: { byPerson: true },
  meaning: "Identifiers at one PCI address changed: firmware, a fault at resume, or another drive.",
  remedy: "Merge or split the records by hand.",
  exceptions: [],
  source: "Reports on the Samsung PM9B1; an Optane P4800X whose EUI64 changed with its firmware",
  needs: "The identifiers that a PCI address had before",
};

export const errorRules: readonly HealthRule[] = [
  mediaErrorBurst,
  mediaErrors,
  endToEndErrors,
  selfTestFailed,
  errorLogGrowth,
  namespaceWriteProtected,
  mediaErrorsBefore,
  counterWentBackwards,
  identityChanged,
];
