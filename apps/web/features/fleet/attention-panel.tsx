import { formatCount } from "@crosspoint/domain";
import { CircleCheck, CircleDashed, Split, Unplug } from "lucide-react";
import Link from "next/link";
import { Details } from "@/ui/details";
import { DriveName } from "@/ui/drive-name";
import { Panel } from "@/ui/panel";
import { Badge, HealthBadge } from "@/ui/status";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { RelativeTime } from "@/ui/time";
import type { Fleet } from "./fleet";

/** In a narrow window a row becomes lines: state and time, what, why. */
const rowClasses =
  "relative hover:bg-hover has-focus-visible:bg-hover max-md:flex max-md:flex-wrap max-md:py-2 max-md:*:py-0.5";

/** Everything that someone should look at, with the reason, the most urgent first. */
export function AttentionPanel({ fleet }: { fleet: Fleet }) {
  const { drivesInNeed, drivesInNeedTotal, contestedDrives, silentHosts } = fleet;
  const total = drivesInNeedTotal + fleet.contestedDrivesTotal + fleet.silentHostsTotal;
  if (total === 0 && fleet.reachability.kind === "away") {
    return <Panel title="Needs attention">Nothing at the time of the last reports.</Panel>;
  }
  if (total === 0) {
    return (
      <Panel title="Needs attention">
        <p className="flex items-center gap-2">
          <CircleCheck className="size-4 text-good" aria-hidden />
          {fleet.drives > 0 ? "All drives good, all hosts reporting." : "All hosts reporting."}
        </p>
      </Panel>
    );
  }
  const hidden = drivesInNeedTotal - drivesInNeed.length;
  return (
    <Panel
      flush
      title="Needs attention"
      note={`${formatCount(total)} total`}
      actions={
        <Link href="/drives" className="text-accent text-table hover:underline">
          All drives by urgency
        </Link>
      }
    >
      <Table label="Needs attention">
        <TableHead className="max-md:hidden">
          <HeadCell>State</HeadCell>
          <HeadCell>What</HeadCell>
          <HeadCell>Why</HeadCell>
          <HeadCell number>Since</HeadCell>
        </TableHead>
        <tbody>
          {silentHosts.map((host) => (
            <HostRow key={host.id} host={host} />
          ))}
          {contestedDrives.map((drive) => (
            <ContestedRow key={`${drive.id} ${drive.claimant}`} drive={drive} />
          ))}
          {drivesInNeed.map((drive) => (
            <DriveRow key={drive.id} drive={drive} />
          ))}
        </tbody>
      </Table>
      {hidden > 0 ? (
        <p className="border-t px-4 py-2 text-muted text-table">
          {formatCount(hidden)} more drives:{" "}
          <Link href="/drives" className="text-accent underline underline-offset-2">
            all drives by urgency
          </Link>
          .
        </p>
      ) : null}
    </Panel>
  );
}

function ContestedRow({ drive }: { drive: Fleet["contestedDrives"][number] }) {
  return (
    <Row className={rowClasses}>
      <Cell>
        <Badge icon={Split} word="Contested" tone="watch" plain />
      </Cell>
      <DriveCell drive={drive} />
      <Cell className="min-w-56 max-md:order-3 max-md:basis-full max-md:px-4">
        {drive.claimant} reports it too. Settle on the drive's page which host has it.
      </Cell>
      <Cell number className="max-md:order-1 max-md:ml-auto">
        <RelativeTime time={drive.since} />
      </Cell>
    </Row>
  );
}

interface DriveCellProps {
  readonly drive: Omit<Fleet["contestedDrives"][number], "claimant" | "since">;
  /** Where it was, of a drive that no host has now. */
  readonly lastPlace?: Fleet["drivesInNeed"][number]["lastPlace"];
}

function DriveCell({ drive, lastPlace }: DriveCellProps) {
  return (
    <Cell className="max-md:order-2 max-md:min-w-0 max-md:basis-full max-md:px-4">
      <Link href={`/drives/${drive.id}`} className="font-mono after:absolute after:inset-0 hover:underline">
        {drive.serial}
      </Link>
      <div className="text-muted">
        <DriveName productName={drive.productName} model={drive.model} />
        {drive.hostname ? <div className="wrap-anywhere">{drive.hostname}</div> : null}
        {lastPlace ? (
          <div>
            last seen in {lastPlace.hostname}, <RelativeTime time={lastPlace.until} />
          </div>
        ) : null}
      </div>
    </Cell>
  );
}

function DriveRow({ drive }: { drive: Fleet["drivesInNeed"][number] }) {
  return (
    <Row className={rowClasses}>
      <Cell>
        <HealthBadge status={drive.verdict} plain />
      </Cell>
      <DriveCell drive={drive} lastPlace={drive.lastPlace} />
      <Cell className="min-w-56 max-md:order-3 max-md:basis-full max-md:px-4">
        {drive.why}
        {drive.details ? <Details className="relative z-10">{drive.details}</Details> : null}
      </Cell>
      <Cell number className="max-md:order-1 max-md:ml-auto">
        {drive.since ? <RelativeTime time={drive.since} /> : null}
      </Cell>
    </Row>
  );
}

function HostRow({ host }: { host: Fleet["silentHosts"][number] }) {
  const never = host.lastSeenAt === null;
  return (
    <Row className={rowClasses}>
      <Cell>
        {never ? (
          <Badge icon={CircleDashed} word="Never reported" tone="watch" plain />
        ) : (
          <Badge icon={Unplug} word="Not reporting" tone="failed" plain />
        )}
      </Cell>
      <Cell className="max-md:order-2 max-md:min-w-0 max-md:basis-full max-md:px-4">
        <Link
          href={`/hosts/${host.id}`}
          className="wrap-anywhere font-medium after:absolute after:inset-0 hover:underline"
        >
          {host.hostname}
        </Link>
        <div className="text-muted">
          {formatCount(host.drives)} {host.drives === 1 ? "drive" : "drives"}
        </div>
      </Cell>
      <Cell className="min-w-56 max-md:order-3 max-md:basis-full max-md:px-4">
        {never
          ? "The agent has enrolled and has never reported. Check that it is running and can reach the server."
          : "The agent has stopped reporting. Check that the host is up, the agent is running and the network is connected."}
      </Cell>
      <Cell number className="max-md:order-1 max-md:ml-auto">
        {host.lastSeenAt ? <RelativeTime time={host.lastSeenAt} /> : null}
      </Cell>
    </Row>
  );
}
