import type { HealthRule, Reading, ReportRule, UnjudgedRule } from "../rule.ts";

const YES: Reading = { value: 1 };
const NO: Reading = { value: 0 };

type PresenceWords = Pick<
  ReportRule,
  "id" | "title" | "kind" | "grades" | "hiddenBy" | "meaning" | "remedy" | "exceptions" | "source" | "read" | "text"
>;

const presenceRule = (words: PresenceWords): ReportRule => ({
  judgedBy: "report",
  by: "facts",
  holds: "above",
  worse: "severity",
  clears: {},
  ...words,
});

const notResponding = presenceRule({
  id: "notResponding",
  title: "Not responding",
  kind: "event",
  grades: [{ severity: "notResponding", at: 1 }],
  meaning: "The controller is there and does not answer.",
  remedy: "Check the host's kernel log; reset it once by hand, reseat it, then replace it.",
  exceptions: ["A format, a sanitize or a firmware activation can keep it busy."],
  source: "The agent's time limit of each command",
  read: ({ notResponding: isSilent }) => (isSilent ? YES : NO),
  text: () => "The controller is not responding. Check the host's kernel log, then reseat or replace the drive.",
});

/** Pulled, no longer seen by the host that had it, or let go of by a host that a person locked out, and may have removed. */
const missing = presenceRule({
  id: "missing",
  title: "Missing",
  kind: "absence",
  grades: [{ severity: "missing", at: 1 }],
  meaning:
    "The drive was in a host and is in none now: that host no longer lists it, or a person revoked its key or removed it.",
  remedy:
    "If the host still reports, find the drive's slot and reseat it once. If the host's key was revoked, enroll it again, or find the drive by its serial number. A drive that was taken out on purpose is retired.",
  exceptions: ["A drive that moved to another host is not missing."],
  source: "Wang et al., FailureMiner, FAST 2026: most failures of one kind show as a drive that is gone",
  read: ({ missing: isGone }) => (isGone ? YES : NO),
  text: () =>
    "The drive is no longer in any host. If nobody pulled it, revoked its host's key or removed the host, check its slot and the host's kernel log.",
});

/** A drive that is on no host any more cannot be silent with it. */
const hostNotReporting = presenceRule({
  id: "hostNotReporting",
  title: "Host not reporting",
  kind: "absence",
  grades: [{ severity: "notReporting", at: 1 }],
  meaning: "The host, its agent or the network is down: nothing known of the drive is current.",
  remedy: "Check that the host and its agent are running.",
  exceptions: ["A host whose key was revoked is not expected to report."],
  source: "Six missed polls; see the agent's polling",
  read: (facts) => (facts.hostNotReporting && !facts.missing ? YES : NO),
  text: () =>
    "The drive's host has stopped reporting, and nothing here is newer than its last report. Check that the host and its agent are running.",
});

/** Nothing is known of the drive's health yet. */
const noSample = presenceRule({
  id: "noSample",
  title: "No sample",
  kind: "absence",
  grades: [{ severity: "unknown", at: 1 }],
  hiddenBy: ["healthLogUnread"],
  meaning: "Nothing is known of the drive's health: unknown, never good.",
  remedy: "Check the agent's rights, nvme-cli, and what the drive's page says of its problem.",
  exceptions: [],
  source: "Chosen",
  read: ({ sample }) => (sample === undefined ? YES : NO),
  text: () => "No health sample has arrived yet.",
});

/** Its other logs, and what its host counts, are judged all the same. */
const healthLogUnread = presenceRule({
  id: "healthLogUnread",
  title: "Health log refused",
  kind: "absence",
  grades: [{ severity: "unknown", at: 1 }],
  meaning:
    "The controller answers, but not with its health log (02h): what it said of wear, spare and temperature before is not current.",
  remedy: "Read what the command answered on the drive's page; update nvme-cli and the drive's firmware.",
  exceptions: ["Other logs, self-tests and the host's kernel counters are judged."],
  source: "NVM Express Base Specification: every controller supports log page 02h; three minutes are chosen",
  read: ({ healthLogUnread: isUnread }) => (isUnread ? YES : NO),
  text: () =>
    "The drive refuses its health log (02h), or its answer cannot be read: wear, spare and temperature are not known now. It is judged by its other logs and by its host.",
});

const noRecentSample: UnjudgedRule = {
  id: "noRecentSample",
  title: "No recent sample",
  kind: "absence",
  judgedBy: "worker",
  by: "nothing",
  unit: "minutes",
  holds: "above",
  worse: "severity",
  grades: [{ severity: "unknown", at: 3 }],
  clears: {},
  meaning: "The host reports, and the drive's newest sample is older than three intervals.",
  remedy: "Check the agent's rights, nvme-cli, and what the drive's page says of its problem.",
  exceptions: ["A reading that failed is told by the agent, and shown as the drive's problem."],
  source: "Three intervals are chosen",
  needs: "Which drives of a host that reports have had no sample lately",
};

const clockSkew: UnjudgedRule = {
  id: "clockSkew",
  title: "Host's clock is off",
  kind: "level",
  judgedBy: "report",
  by: "nothing",
  unit: "minutes",
  holds: "above",
  worse: "figure",
  grades: [{ severity: "watch", at: 1, strictly: true, forMinutes: 15 }],
  clears: { afterMinutes: 15 },
  meaning: "Samples land at the wrong time, and rates suffer.",
  remedy: "Set up NTP or chrony on the host.",
  exceptions: ["A backlog that is sent late is old, not skewed: the time of sending counts."],
  source: "60 seconds are chosen",
  needs: "When the agent sent each report, by its own clock",
};

const agentOutdated: UnjudgedRule = {
  id: "agentOutdated",
  title: "Agent outdated",
  kind: "level",
  judgedBy: "report",
  by: "nothing",
  unit: "times",
  holds: "above",
  worse: "severity",
  grades: [{ severity: "watch", at: 1, withinHours: 24 }],
  clears: { afterMinutes: 24 * 60 },
  meaning: "The server drops some of what this agent says.",
  remedy: "Update the agent.",
  exceptions: [],
  source: "Chosen",
  needs: "How often the server refused an agent's messages",
};

export const presenceRules: readonly HealthRule[] = [
  notResponding,
  missing,
  hostNotReporting,
  noSample,
  healthLogUnread,
  noRecentSample,
  agentOutdated,
  clockSkew,
];
