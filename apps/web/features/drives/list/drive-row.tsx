// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual table are placed by hand, which table elements do not take.
import { formatBytes, formatCount, formatPercent, formatPowerOnHours, formatTemperature } from "@crosspoint/domain";
import { Split } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Bar } from "@/ui/bar";
import { cn } from "@/ui/classes";
import { DriveName } from "@/ui/drive-name";
import { NotKnown, Quantity } from "@/ui/quantity";
import { Badge, HealthBadge } from "@/ui/status";
import { RelativeTime } from "@/ui/time";
import { columnTemplate, type DriveEntry } from "./drive-columns";

const never = "no sample yet";
const endOfRatingPercent = 100;

interface DriveRowProps {
  readonly drive: DriveEntry;
  /** Its checkbox. */
  readonly select: ReactNode;
}

/** One drive as cells of the table. The serial's link covers the row: a click opens, a middle click opens a tab. */
export function DriveCells({ drive, select }: DriveRowProps) {
  return (
    <div className={cn("grid h-full items-center", columnTemplate)}>
      <div role="cell" className="flex items-center pl-1.5">
        {select}
      </div>
      <DataCell close>
        <HealthBadge status={drive.verdict} plain />
      </DataCell>
      <DataCell title={`${drive.productName ?? ""} ${drive.model}`.trim()}>
        <ModelName drive={drive} />
      </DataCell>
      <DataCell>
        <DriveLink drive={drive} />
      </DataCell>
      <DataCell title={drive.host?.name}>
        <Place drive={drive} />
      </DataCell>
      <DataCell number>
        {drive.capacityBytes === undefined ? <NotKnown /> : <Quantity of={formatBytes(drive.capacityBytes)} />}
      </DataCell>
      <DataCell>
        <span className="font-mono">{drive.firmware}</span>
      </DataCell>
      <DataCell number>
        {drive.temperatureKelvin === undefined ? (
          <NotKnown why={never} />
        ) : (
          <Quantity of={formatTemperature(drive.temperatureKelvin)} exact={`${drive.temperatureKelvin} K`} />
        )}
      </DataCell>
      <DataCell number>
        <Used percent={drive.percentageUsed} />
      </DataCell>
      <DataCell number>
        {drive.bytesWritten === undefined ? (
          <NotKnown why={never} />
        ) : (
          <Quantity of={formatBytes(drive.bytesWritten)} exact={`${formatCount(drive.bytesWritten)} B`} />
        )}
      </DataCell>
      <DataCell number>
        {drive.powerOnHours === undefined ? (
          <NotKnown why={never} />
        ) : (
          <Quantity of={formatPowerOnHours(drive.powerOnHours)} />
        )}
      </DataCell>
      <DataCell number>
        {drive.sampledAt === undefined ? <NotKnown why={never} /> : <RelativeTime short time={drive.sampledAt} />}
      </DataCell>
    </div>
  );
}

/** The same where the columns have no room: lines that can be tapped, with the same figures. */
export function DriveCard({ drive, select }: DriveRowProps) {
  return (
    <div role="cell" className="flex h-full flex-col justify-center gap-0.5 px-3">
      <div className="flex items-center gap-2">
        {select}
        <span className="min-w-0 flex-1 truncate">
          <DriveLink drive={drive} />
        </span>
        {drive.contested ? <Contested /> : null}
        <HealthBadge status={drive.verdict} plain />
      </div>
      <div className="gap-x-3 sm:flex">
        <div className="shrink-0 truncate">
          <DriveName productName={drive.productName} model={drive.model} />
        </div>
        <div className="truncate text-muted" title={drive.host?.name ?? drive.lastHostname}>
          {drive.host ? `${drive.host.controllerName} on ${drive.host.name}` : nowhere(drive)}
        </div>
      </div>
      <Figures drive={drive} />
    </div>
  );
}

function Figures({ drive }: { drive: DriveEntry }) {
  return (
    <div className="flex flex-wrap gap-x-3">
      {drive.capacityBytes === undefined ? null : <Quantity of={formatBytes(drive.capacityBytes)} />}
      <span className="font-mono">{drive.firmware}</span>
      {drive.sampledAt === undefined ? (
        <span className="text-muted">{never}</span>
      ) : (
        <>
          {drive.temperatureKelvin === undefined ? null : <Quantity of={formatTemperature(drive.temperatureKelvin)} />}
          {drive.percentageUsed === undefined ? null : (
            <span className={wornClass(drive.percentageUsed)}>
              <Quantity of={formatPercent(drive.percentageUsed)} /> used
            </span>
          )}
          {drive.bytesWritten === undefined ? null : (
            <span>
              <Quantity of={formatBytes(drive.bytesWritten)} /> written
            </span>
          )}
          {drive.powerOnHours === undefined ? null : <Quantity of={formatPowerOnHours(drive.powerOnHours)} />}
          <span className="text-muted">
            <RelativeTime time={drive.sampledAt} />
          </span>
        </>
      )}
    </div>
  );
}

function DriveLink({ drive }: { drive: DriveEntry }) {
  return (
    <Link
      href={`/drives/${drive.id}`}
      prefetch={false}
      data-open
      className="font-mono after:absolute after:inset-0 hover:underline"
    >
      {drive.serial}
    </Link>
  );
}

/** Where there is no room for the word, it is the hint's and a screen reader's. */
function Contested({ wordless = false }: { wordless?: boolean }) {
  const hint = "Contested: another host reports this drive too; settle on its page which host has it.";
  return (
    <span className="relative z-10 mr-1 shrink-0 self-center" title={hint}>
      {wordless ? (
        <Split className="size-3.5 text-watch" role="img" aria-label="contested" />
      ) : (
        <Badge icon={Split} word="contested" tone="watch" plain />
      )}
    </span>
  );
}

/** The catalog's name, and the model number below it. */
function ModelName({ drive: { productName, model } }: { drive: DriveEntry }) {
  if (productName === undefined) return model;
  return (
    <>
      <span className="block truncate">{productName}</span>{" "}
      <span className="block truncate text-muted text-xs">{model}</span>
    </>
  );
}

/** "not in any host, last in storage-01". */
function nowhere({ lastHostname }: DriveEntry): string {
  return lastHostname === undefined ? "not in any host" : `not in any host, last in ${lastHostname}`;
}

function Place({ drive }: { drive: DriveEntry }) {
  const { host, contested } = drive;
  if (!host) {
    const words = nowhere(drive);
    return (
      <span className="line-clamp-2 text-muted" title={words}>
        {words}
      </span>
    );
  }
  return (
    <>
      <span className="flex">
        {contested ? <Contested wordless /> : null}
        <span className="truncate">{host.name}</span>
      </span>
      <span className="block truncate font-mono text-muted text-xs">{host.controllerName}</span>
    </>
  );
}

function Used({ percent }: { percent: number | undefined }) {
  if (percent === undefined) return <NotKnown why={never} />;
  return (
    <span className={cn("grid gap-0.5", wornClass(percent))}>
      <span>
        <Quantity of={formatPercent(percent)} />
      </span>
      <Bar percent={percent} tone={percent >= endOfRatingPercent ? "bg-watch" : "bg-accent"} className="w-full" />
    </span>
  );
}

/** A drive whose rating is used up stands out; it is worth watching, not a failure. */
function wornClass(percent: number): string {
  return percent >= endOfRatingPercent ? "font-medium text-watch" : "";
}

interface DataCellProps {
  readonly number?: boolean;
  /** To the checkbox before it. */
  readonly close?: boolean;
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

function DataCell({ number, close, title, children }: DataCellProps) {
  return (
    <div role="cell" title={title} className={cn("min-w-0 truncate px-2", number && "text-right", close && "px-1")}>
      {children}
    </div>
  );
}
