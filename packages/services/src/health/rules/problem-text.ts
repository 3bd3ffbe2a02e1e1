import type { DriveProblem } from "@crosspoint/protocol";

const texts: Readonly<Record<DriveProblem["kind"], string>> = {
  nvmeCliMissing: "The drive cannot be read: nvme-cli is not installed on its host.",
  noPermission: "The drive cannot be read: the agent has no permission to access it.",
  notResponding: "The controller is not responding.",
  commandFailed: "The drive cannot be read in full: a command failed.",
  malformedData: "The drive cannot be read in full: an answer does not conform to the NVMe specification.",
};

/** A problem as a sentence; what the command was and what it answered stands in its details. */
export function problemText({ kind }: Pick<DriveProblem, "kind">): string {
  return texts[kind];
}
