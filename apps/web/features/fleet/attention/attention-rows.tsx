import { formatCount } from "@crosspoint/domain";
import { CircleDashed, Split, Unplug } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { ConditionActButton } from "@/features/drives/act/condition-acts";
import { drivesHref } from "@/features/drives/list/drive-filter";
import { Button } from "@/ui/button";
import { cn } from "@/ui/classes";
import { Details } from "@/ui/details";
import { DriveName } from "@/ui/drive-name";
import { Badge, HealthBadge } from "@/ui/status";
import { Cell, Row } from "@/ui/table";
import { RelativeTime } from "@/ui/time";
import type { Fleet } from "../fleet";

/** Two lines in a wide window. In any other a row becomes lines: state and time, what, why, what to do. */
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
      <Cell className="max-xl:order-3 max-xl:basis-full max-xl:px-4">{why}</Cell>
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
      state={
        <>
          <HealthBadge status={drive.verdict} plain />
          {drive.others > 0 ? (
            <div className="text-muted text-xs">
              {formatCount(drive.others)} more {drive.others === 1 ? "condition" : "conditions"}
            </div>
          ) : null}
        </>
      }
      what={<DriveCell drive={drive} lastPlace={drive.lastPlace} />}
      why={
        <>
          <Why lines={drive.details ? 1 : 2}>{drive.why}</Why>
          {drive.details ? <Details className="relative z-10 mt-0">{drive.details}</Details> : null}
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
      why={<Why>{`${drive.claimant} reports it too. Settle on the drive's page which host has it.`}</Why>}
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
        <Why>
          {never
            ? "The agent has enrolled and has never reported. Check that it is running and can reach the server."
            : "The agent has stopped reporting. Check that the host is up, the agent is running and the network is connected."}
        </Why>
      }
      since={host.lastSeenAt}
      act={<Open href={`/hosts/${host.id}`}>Open host</Open>}
    />
  );
}

/** In a wide window no more lines than these; all of it is in the tip, and on the page that the row leads to. */
function Why({ lines = 2, children }: { readonly lines?: 1 | 2; readonly children: string }) {
  return (
    <p title={children} className={cn("wrap-anywhere", lines === 1 ? "xl:line-clamp-1" : "xl:line-clamp-2")}>
      {children}
    </p>
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
      <p className="xl:truncate">
        <Link href={`/drives/${drive.id}`} className="font-mono after:absolute after:inset-0 hover:underline">
          {drive.serial}
        </Link>
        <span className="text-muted">
          {drive.hostname ? ` in ${drive.hostname}` : null}
          {lastPlace ? (
            <>
              {" "}
              last seen in {lastPlace.hostname}, <RelativeTime time={lastPlace.until} />
            </>
          ) : null}
        </span>
      </p>
      <p className="text-muted xl:truncate">
        <DriveName productName={drive.productName} model={drive.model} />
      </p>
    </Cell>
  );
}
