import type { HealthRule, UnjudgedRule } from "../rule.ts";
import { dayHours, dayMinutes, growthRule } from "./growth.ts";

const controllerResets = growthRule({
  id: "controllerResets",
  title: "Controller resets",
  kind: "growth",
  counter: "controllerResets",
  unit: "times",
  grades: [
    { severity: "replace", at: 3, withinHours: 7 * dayHours },
    { severity: "watch", at: 1, withinHours: dayHours },
  ],
  clears: { afterMinutes: 14 * dayMinutes },
  counted: ["controller reset", "controller resets"],
  meaning: "The kernel had to restart the controller; I/O stood still for seconds.",
  remedy: "Look for a firmware notice, try without power saving, then the slot, the power, and another drive.",
  exceptions: [
    "The kernel counts them from Linux 7.2 on: where it does not, that is not zero.",
    "All drives of a host at once: the host.",
  ],
  source: "Xu et al., USENIX ATC 2018, count resets among the signs of failure; thresholds chosen",
});

const controllerFatal: UnjudgedRule = {
  id: "controllerFatal",
  title: "Controller fatal status",
  kind: "event",
  judgedBy: "worker",
  by: "nothing",
  holds: "above",
  worse: "severity",
  grades: [
    { severity: "failed", at: 1, forMinutes: 5 },
    { severity: "replace", at: 1 },
  ],
  clears: { byPerson: true },
  meaning: "The controller declared itself broken, or fell off the bus.",
  remedy: "Copy the data off if it comes back; replace the drive.",
  exceptions: [],
  source: "NVM Express Base Specification, controller status; the 5 minutes are chosen",
  needs: "The controller's status from the kernel's log",
};

const commandErrors = growthRule({
  id: "commandErrors",
  title: "Failed commands",
  kind: "rate",
  counter: "failedCommands",
  unit: "errors",
  grades: [{ severity: "watch", at: 10, withinHours: dayHours }],
  clears: { afterMinutes: 2 * dayMinutes },
  counted: ["failed or repeated command", "failed or repeated commands"],
  meaning: "I/O failed or was repeated, as the host saw it.",
  remedy: "With new entries in the drive's error log it is the drive; without, its link.",
  exceptions: ["The kernel counts them from Linux 7.2 on: where it does not, that is not zero."],
  source: "Chosen",
});

const linkDegraded: UnjudgedRule = {
  id: "linkDegraded",
  title: "PCIe link below its best",
  kind: "level",
  judgedBy: "worker",
  by: "nothing",
  unit: "percent",
  figureMost: 100,
  holds: "below",
  worse: "figure",
  grades: [{ severity: "watch", at: 100, strictly: true, forMinutes: 30 }],
  clears: { afterMinutes: 10 },
  meaning: "The link has half of its bandwidth or less: a contact, a riser, a cable, or the slot is made so.",
  remedy: "Reseat the drive, try another slot, compare its neighbors.",
  exceptions: ["What the link costs now is among the drive's performance findings."],
  source: "Xu et al., USENIX ATC 2019: a third of what is called a drive's failure is not the drive",
  needs: "Since when the link has been below its best",
};

const linkErrors = growthRule({
  id: "linkErrors",
  title: "PCIe link errors",
  kind: "rate",
  counter: "linkCorrectableErrors",
  unit: "errors",
  grades: [{ severity: "watch", at: 1000, withinHours: dayHours }],
  clears: { afterMinutes: 3 * dayMinutes },
  counted: ["corrected link error", "corrected link errors"],
  meaning: "The PCIe link repeats packets.",
  remedy: "Slot, cable, then the drive. First see whether every host of this kind shows it.",
  exceptions: [
    "Both ends of the link are counted, the drive's and the port's: some hosts count at one of them only. A drive that tells its own count stands for its end where the kernel has none.",
    "The counters start anew when the host boots: what happened while it booted does not count.",
  ],
  source: "Chosen; Wang et al., FAST 2026, find link errors on some server types in most drives",
});

const linkFatalErrors = growthRule({
  id: "linkFatalErrors",
  title: "Uncorrected PCIe link errors",
  kind: "growth",
  counter: "linkUncorrectableErrors",
  unit: "errors",
  grades: [
    { severity: "replace", at: 3, withinHours: 7 * dayHours },
    { severity: "watch", at: 1, withinHours: 7 * dayHours },
  ],
  clears: { afterMinutes: 14 * dayMinutes },
  counted: ["uncorrected link error", "uncorrected link errors"],
  meaning: "A transaction was lost, or the PCIe link went down.",
  remedy: "Slot, cable, then the drive.",
  exceptions: ["A drive that is pulled in operation reports one."],
  source: "Chosen",
});

const failSlow: UnjudgedRule = {
  id: "failSlow",
  title: "Slow against its peers",
  kind: "peer",
  judgedBy: "worker",
  by: "nothing",
  unit: "percent",
  holds: "above",
  worse: "figure",
  grades: [
    { severity: "replace", at: 1000, withinHours: 72 },
    { severity: "watch", at: 200, withinHours: 24, clearsAt: 150 },
  ],
  clears: { afterMinutes: 2 * dayMinutes },
  meaning: "It works, slowly, and holds up everything that it is part of. SMART does not show it.",
  remedy: "Check capacitors, throttling, link and firmware; then swap slots and see whether it follows the drive.",
  exceptions: ["At least 4 drives of the same model under a similar load are compared; a fixed latency says nothing."],
  source: "Hao et al., FAST 2016; Lu et al., FAST 2023 (Perseus)",
  needs: "Latency of the host's own I/O to each drive",
};

export const controllerRules: readonly HealthRule[] = [
  controllerFatal,
  controllerResets,
  linkFatalErrors,
  failSlow,
  commandErrors,
  linkErrors,
  linkDegraded,
];
