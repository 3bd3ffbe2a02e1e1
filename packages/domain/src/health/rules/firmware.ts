import { formatPowerOnHours } from "../../units/units.ts";
import type { HealthRule, PastRule, UnjudgedRule } from "../rule.ts";

const firmwareKnownBad: PastRule = {
  id: "firmwareKnownBad",
  title: "Firmware with a notice",
  kind: "list",
  judgedBy: "worker",
  by: "past",
  holds: "above",
  worse: "severity",
  grades: [{ severity: "watch", at: 1 }],
  clears: {},
  meaning: "Others had trouble with this firmware on this model.",
  remedy: "Read the notice. Update in a maintenance window, one host first, staged and with a reboot.",
  exceptions: [
    "It goes by model number and firmware revision: a drive that another vendor sells has other names, and does not match.",
    "No notice is no proof that a version is sound.",
  ],
  source: "The catalog's firmware notices, each with its own source, and those added here",
  read: ({ firmwareNotices }) => (firmwareNotices === undefined ? "unknown" : { value: firmwareNotices.length }),
  text: () => "Others had trouble with this firmware on this model: see the firmware notice.",
};

const powerOnHoursBug: PastRule = {
  id: "powerOnHoursBug",
  title: "Firmware fault at a power-on hour",
  kind: "forecast",
  judgedBy: "worker",
  by: "past",
  unit: "hours",
  holds: "below",
  worse: "severity",
  grades: [
    { severity: "replace", at: 336 },
    { severity: "watch", at: 4380 },
  ],
  clears: {},
  meaning:
    "With this firmware the drive stops at a known number of power-on hours, as do all that were bought with it: redundancy does not help.",
  remedy: "Update the firmware now, one drive of a group after the other, with a backup.",
  exceptions: ["Power-on hours may leave out idle states: less time may be left than it seems."],
  source: "Known of SAS and SATA drives only (HPE at 32,768 and 40,000 h); half a year and two weeks are chosen",
  read: ({ firmwareNotices, powerOnHours }) => {
    if (firmwareNotices === undefined || powerOnHours === undefined) return "unknown";
    const limits = firmwareNotices.flatMap((notice) => notice.powerOnHours ?? []);
    return { value: limits.length === 0 ? undefined : Math.max(Math.min(...limits) - powerOnHours, 0) };
  },
  text: ({ value = 0 }) =>
    `A fault of this firmware shows in ${formatPowerOnHours(Number(value)).text} of power-on time.`,
};

const firmwarePending: UnjudgedRule = {
  id: "firmwarePending",
  title: "Firmware waits for a reset",
  kind: "level",
  judgedBy: "worker",
  by: "nothing",
  unit: "days",
  holds: "above",
  worse: "severity",
  grades: [{ severity: "watch", at: 14 }],
  clears: {},
  meaning: "An update is in a slot that becomes active at the next reset.",
  remedy: "Reboot the host in a maintenance window.",
  exceptions: [],
  source: "14 days are chosen",
  needs: "Since when a firmware slot (log page 03h) has been waiting",
};

const firmwareMixed: UnjudgedRule = {
  id: "firmwareMixed",
  title: "Several firmware versions",
  kind: "list",
  judgedBy: "worker",
  by: "nothing",
  holds: "above",
  worse: "severity",
  grades: [],
  clears: {},
  meaning:
    "Drives of one model have several firmware versions. It is no defect, and shows a bad version by comparison.",
  remedy: "Plan one version for each group.",
  exceptions: ["It makes no condition: the fleet's page shows it."],
  source: "Maneas et al., FAST 2020",
};

export const firmwareRules: readonly HealthRule[] = [powerOnHoursBug, firmwareKnownBad, firmwarePending, firmwareMixed];
