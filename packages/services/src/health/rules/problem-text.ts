import type { DriveProblem } from "@crosspoint/protocol";
import type { StoredProblem } from "../../stored/drive.ts";

const texts: Readonly<Record<DriveProblem["kind"], string>> = {
  nvmeCliMissing: "The drive cannot be read: nvme-cli is not installed on its host.",
  noPermission: "The drive cannot be read: the agent has no permission to access it.",
  notResponding: "The controller is not responding.",
  commandFailed: "The drive cannot be read in full: a command failed.",
  malformedData: "The drive cannot be read in full: an answer does not conform to the NVMe specification.",
};

/** A sample asks for nothing but the health log. */
const textsOfSamples: Readonly<Partial<typeof texts>> = {
  commandFailed: "The drive's health log (02h) cannot be read: the drive refuses it, or the command failed.",
  malformedData: "The drive's health log (02h) cannot be read: the answer does not conform to the NVMe specification.",
};

/** A problem as a sentence; what the command was and what it answered stands in its details. */
export function problemText({ kind, reportedBy }: Pick<StoredProblem, "kind" | "reportedBy">): string {
  return (reportedBy === "sample" ? textsOfSamples[kind] : undefined) ?? texts[kind];
}
