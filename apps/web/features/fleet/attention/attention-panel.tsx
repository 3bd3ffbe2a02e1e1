import { formatCount, VERDICTS_IN_NEED, verdictRank } from "@crosspoint/domain";
import { CircleCheck } from "lucide-react";
import Link from "next/link";
import { drivesHref } from "@/features/drives/list/drive-filter";
import { Panel } from "@/ui/panel";
import { HeadCell, Table, TableHead } from "@/ui/table";
import type { Fleet } from "../fleet";
import { expectedOf } from "../summary";
import { contestedHref, silentHostsHref } from "../totals";
import { ContestedRow, DriveRow, HostRow } from "./attention-rows";
import { Reasons } from "./reasons";

/** Everything that someone should look at: what, why, since when and the one thing to do; the worst first, then the longest. */
export function AttentionPanel({ fleet }: { fleet: Fleet }) {
  const total = fleet.drivesInNeedTotal + fleet.contestedDrivesTotal + fleet.silentHostsTotal;
  if (total === 0) return <NothingToDo fleet={fleet} />;
  return (
    <Panel flush title="Needs attention" note={`${formatCount(total)} total, worst verdict first, then the longest`}>
      <Reasons fleet={fleet} />
      <Table label="Needs attention" fixed>
        <TableHead className="max-xl:hidden">
          <HeadCell className="w-40">State</HeadCell>
          <HeadCell className="w-[32%]">What</HeadCell>
          <HeadCell>Why</HeadCell>
          <HeadCell number className="w-28">
            Since
          </HeadCell>
          <HeadCell className="w-40">
            <span className="sr-only">What to do</span>
          </HeadCell>
        </TableHead>
        <tbody>
          <Rows fleet={fleet} />
        </tbody>
      </Table>
      <Others fleet={fleet} />
    </Panel>
  );
}

/** A silent host is less urgent than a drive that fails, and more than one to keep an eye on. */
function Rows({ fleet: { drivesInNeed, contestedDrives, silentHosts } }: { fleet: Fleet }) {
  const isUrgent = ({ verdict }: Fleet["drivesInNeed"][number]) => verdictRank(verdict) < verdictRank("notReporting");
  return (
    <>
      {drivesInNeed.filter(isUrgent).map((drive) => (
        <DriveRow key={drive.id} drive={drive} />
      ))}
      {silentHosts.map((host) => (
        <HostRow key={host.id} host={host} />
      ))}
      {contestedDrives.map((drive) => (
        <ContestedRow key={`${drive.id} ${drive.claimant}`} drive={drive} />
      ))}
      {drivesInNeed
        .filter((drive) => !isUrgent(drive))
        .map((drive) => (
          <DriveRow key={drive.id} drive={drive} />
        ))}
    </>
  );
}

function NothingToDo({ fleet }: { fleet: Fleet }) {
  if (fleet.reachability.kind === "away") {
    return <Panel title="Needs attention">Nothing at the time of the last reports.</Panel>;
  }
  return (
    <Panel title="Needs attention">
      <p className="flex items-center gap-2">
        <CircleCheck className="size-4 text-good" aria-hidden />
        {nothingText(fleet)}
      </p>
    </Panel>
  );
}

/** What needs attention once the work on it is over. */
function maintenanceLinks({ drivesInMaintenance, silentHostsInMaintenance }: Fleet) {
  const more = drivesInMaintenance + silentHostsInMaintenance;
  return more === 0 ? [] : [{ href: "/groups/maintenance", text: `${formatCount(more)} more in maintenance` }];
}

function nothingText(fleet: Fleet): string {
  const expected = expectedOf(fleet);
  if (expected !== undefined) return `Nothing now; ${expected}.`;
  return fleet.drives > 0 ? "All drives good, all hosts reporting." : "All hosts reporting.";
}

/** The lists that are led to have what is in maintenance, too. */
function allText(count: number, inMaintenance: number, what: string): string {
  const also = inMaintenance > 0 ? `, ${formatCount(inMaintenance)} of them in maintenance` : "";
  return `All ${formatCount(count + inMaintenance)} ${what}${also}`;
}

/** Where what has no row is. */
function Others({ fleet }: { fleet: Fleet }) {
  const { drivesInNeedTotal, drivesInNeed, silentHostsTotal, silentHosts, contestedDrivesTotal, contestedDrives } =
    fleet;
  const { drivesInMaintenance, silentHostsInMaintenance } = fleet;
  const links = [
    ...(drivesInNeedTotal > drivesInNeed.length
      ? [
          {
            href: drivesHref({ verdict: [...VERDICTS_IN_NEED] }),
            text: allText(drivesInNeedTotal, drivesInMaintenance, "drives by verdict"),
          },
        ]
      : []),
    ...(silentHostsTotal > silentHosts.length
      ? [
          {
            href: silentHostsHref,
            text: allText(silentHostsTotal, silentHostsInMaintenance, "hosts that do not report"),
          },
        ]
      : []),
    ...(contestedDrivesTotal > new Set(contestedDrives.map(({ id }) => id)).size
      ? [{ href: contestedHref, text: `All ${formatCount(contestedDrivesTotal)} contested drives` }]
      : []),
    ...maintenanceLinks(fleet),
  ];
  if (links.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 border-t px-4 py-2 text-table">
      {links.map(({ href, text }) => (
        <Link key={href} href={href} className="text-accent underline underline-offset-2">
          {text}
        </Link>
      ))}
    </p>
  );
}
