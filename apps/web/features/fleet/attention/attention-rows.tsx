import { formatCount } from "@crosspoint/domain";
import { CircleDashed, Split, Unplug } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { ConditionActButton } from "@/features/drives/act/condition-acts";
import { drivesHref } from "@/features/drives/list/drive-filter";
import { Button } from "@/ui/button";
import { Details } from "@/ui/details";
import { DriveName } from "@/ui/drive-name";
import { Badge, HealthBadge } from "@/ui/status";
import { Cell, Row } from "@/ui/table";
import { RelativeTime } from "@/ui/time";
import type { Fleet } from "../fleet";

/** But in a wide window a row becomes lines: state and time, what, why, what to do. */
const rowClasses =
  "relative hover:bg-hover has-focus-visible:bg-hover max-xl:flex max-xl:flex-wrap max-xl:py-2 max-xl:*:py-0.5";

interface AttentionRowProps {
  readonly state: ReactNode;
  /** The cell with the link that the whole row follows. */
  readonly what: ReactNode;
  readonly why: ReactNode;
  readonly since: Date | null;
  readonly act: ReactNode;
}

function AttentionRow({ state, what, why, since, act }: AttentionRowProps) {
  return (
    <Row className={rowClasses}>
      <Cell>{state}</Cell>
      {what}
      <Cell className="min-w-56 max-xl:order-3 max-xl:basis-full max-xl:px-4">{why}</Cell>
      <Cell number className="max-xl:order-1 max-xl:ml-auto">
        {since ? <RelativeTime time={since} /> : null}
      </Cell>
      <Cell className="text-right max-xl:order-4 max-xl:basis-full max-xl:px-4 max-xl:text-left">
        <span className="relative z-10">{act}</span>
      </Cell>
    </Row>
  );
}

export function DriveRow({ drive }: { drive: Fleet["drivesInNeed"][number] }) {
  return (
    <AttentionRow
      state={<HealthBadge status={drive.verdict} plain />}
      what={<DriveCell drive={drive} lastPlace={drive.lastPlace} />}
      why={
        <>
          {drive.why}
          {drive.others > 0 ? (
            <span className="text-muted">
              {" "}
              And {formatCount(drive.others)} more {drive.others === 1 ? "condition" : "conditions"}.
            </span>
          ) : null}
          {drive.details ? <Details className="relative z-10">{drive.details}</Details> : null}
        </>
      }
      since={drive.since}
      act={<Act drive={drive} />}
    />
  );
}

/** What is offered first about the most urgent condition; where nothing is, a look at the drive. */
function Act({ drive }: { drive: Fleet["drivesInNeed"][number] }) {
  const { worst, lastPlace, hostId = lastPlace?.hostId } = drive;
  if (worst?.act === undefined || (worst.act === "openHost" && hostId === undefined)) {
    return <Open href={`/drives/${drive.id}`}>Open drive</Open>;
  }
  return <ConditionActButton drive={{ ...drive, hostId }} condition={worst} />;
}

export function ContestedRow({ drive }: { drive: Fleet["contestedDrives"][number] }) {
  return (
    <AttentionRow
      state={<Badge icon={Split} word="Contested" tone="watch" plain />}
      what={<DriveCell drive={drive} />}
      why={`${drive.claimant} reports it too. Settle on the drive's page which host has it.`}
      since={drive.since}
      act={<Open href={`/drives/${drive.id}`}>Settle</Open>}
    />
  );
}

export function HostRow({ host }: { host: Fleet["silentHosts"][number] }) {
  const never = host.lastSeenAt === null;
  return (
    <AttentionRow
      state={
        never ? (
          <Badge icon={CircleDashed} word="Never reported" tone="watch" plain />
        ) : (
          <Badge icon={Unplug} word="Not reporting" tone="failed" plain />
        )
      }
      what={
        <Cell className="max-xl:order-2 max-xl:min-w-0 max-xl:basis-full max-xl:px-4">
          <Link
            href={`/hosts/${host.id}`}
            className="wrap-anywhere font-medium after:absolute after:inset-0 hover:underline"
          >
            {host.hostname}
          </Link>
          <div className="text-muted">
            <Link href={drivesHref({ host: [host.id] })} prefetch={false} className="relative z-10 hover:underline">
              {formatCount(host.drives)} {host.drives === 1 ? "drive" : "drives"}
            </Link>
          </div>
        </Cell>
      }
      why={
        never
          ? "The agent has enrolled and has never reported. Check that it is running and can reach the server."
          : "The agent has stopped reporting. Check that the host is up, the agent is running and the network is connected."
      }
      since={host.lastSeenAt}
      act={<Open href={`/hosts/${host.id}`}>Open host</Open>}
    />
  );
}

function Open({ href, children }: { readonly href: string; readonly children: string }) {
  return (
    <Button asChild size="small">
      <Link href={href}>{children}</Link>
    </Button>
  );
}

interface DriveCellProps {
  readonly drive: Omit<Fleet["contestedDrives"][number], "claimant" | "since">;
  /** Where it was, of a drive that no host has now. */
  readonly lastPlace?: Fleet["drivesInNeed"][number]["lastPlace"];
}

function DriveCell({ drive, lastPlace }: DriveCellProps) {
  return (
    <Cell className="max-xl:order-2 max-xl:min-w-0 max-xl:basis-full max-xl:px-4">
      <Link href={`/drives/${drive.id}`} className="font-mono after:absolute after:inset-0 hover:underline">
        {drive.serial}
      </Link>
      <div className="text-muted">
        <DriveName productName={drive.productName} model={drive.model} />
        {drive.hostname ? <div className="wrap-anywhere">{drive.hostname}</div> : null}
        {lastPlace ? (
          <div className="wrap-anywhere">
            last seen in {lastPlace.hostname}, <RelativeTime time={lastPlace.until} />
          </div>
        ) : null}
      </div>
    </Cell>
  );
}
