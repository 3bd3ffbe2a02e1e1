import { formatCount } from "@crosspoint/domain";
import type { Fleet } from "./fleet";

type Counted = Pick<
  Fleet,
  | "drives"
  | "hostsWithKey"
  | "byVerdict"
  | "drivesInNeedTotal"
  | "drivesInMaintenance"
  | "contestedDrivesTotal"
  | "silentHostsTotal"
  | "silentHostsInMaintenance"
  | "reachability"
>;

/** Whether anything is wrong, in one sentence. */
export function answerOf(fleet: Counted): string {
  const { drivesInNeedTotal, contestedDrivesTotal, silentHostsTotal, reachability } = fleet;
  if (reachability.kind === "away")
    return "Nothing is known of now: this is how the fleet was when hosts could still report.";
  if (drivesInNeedTotal + contestedDrivesTotal + silentHostsTotal === 0) {
    const expected = expectedOf(fleet);
    if (expected !== undefined) return sentence(`nothing needs attention; ${expected}${goodOf(fleet)}`);
    return isAllWell(fleet) ? sentence(allWell(fleet)) : sentence(`nothing needs attention${goodOf(fleet)}`);
  }
  const wrong = [
    ...(drivesInNeedTotal > 0 ? [counted(drivesInNeedTotal, "drive", "needs attention", "need attention")] : []),
    ...(contestedDrivesTotal > 0 ? [counted(contestedDrivesTotal, "drive", "is contested", "are contested")] : []),
    ...(silentHostsTotal > 0 ? [counted(silentHostsTotal, "host", "does not report", "do not report")] : []),
  ].join(", ");
  const expected = expectedOf(fleet);
  return sentence(`${wrong}${expected === undefined ? "" : `; ${expected}`}${goodOf(fleet)}`);
}

/** "2 drives and 1 host are in maintenance": what would need attention without. */
export function expectedOf({
  drivesInMaintenance: drives,
  silentHostsInMaintenance: hosts,
}: Pick<Fleet, "drivesInMaintenance" | "silentHostsInMaintenance">): string | undefined {
  const words = [
    ...(drives > 0 ? [counted(drives, "drive")] : []),
    ...(hosts > 0 ? [`${counted(hosts, "host")} that ${hosts === 1 ? "does" : "do"} not report`] : []),
  ];
  if (words.length === 0) return undefined;
  return `${words.join(" and ")} ${drives + hosts === 1 ? "is" : "are"} in maintenance`;
}

function isAllWell(fleet: Counted): boolean {
  return goodDrives(fleet) === fleet.drives;
}

function allWell({ drives, hostsWithKey: hosts }: Counted): string {
  const reporting = hosts === 1 ? "the host reports" : `all ${formatCount(hosts)} hosts report`;
  if (drives === 0) return reporting;
  return `${drives === 1 ? "the drive is" : `all ${formatCount(drives)} drives are`} good, and ${reporting}`;
}

/** "; 1,200 of 1,230 drives are good". */
function goodOf(fleet: Counted): string {
  const { drives } = fleet;
  return drives === 0 ? "" : `; ${formatCount(goodDrives(fleet))} of ${counted(drives, "drive", "is", "are")} good`;
}

function goodDrives({ byVerdict }: Counted): number {
  return byVerdict.find(({ verdict }) => verdict === "good")?.count ?? 0;
}

function counted(count: number, thing: string, one = "", several = ""): string {
  return `${formatCount(count)} ${count === 1 ? `${thing} ${one}` : `${thing}s ${several}`}`.trim();
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
