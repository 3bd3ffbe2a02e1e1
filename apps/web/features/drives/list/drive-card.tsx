// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual table are placed by hand, which table elements do not take.
import { formatBytes, formatPowerOnHours, formatTemperature, percentageUsedFigure } from "@crosspoint/domain";
import type { ReactNode } from "react";
import { DriveName } from "@/ui/drive-name";
import { Quantity } from "@/ui/quantity";
import { HealthBadge } from "@/ui/status";
import { RelativeTime } from "@/ui/time";
import type { DriveEntry } from "./drive-columns";
import { Contested, DriveLink, hotClass, never, nowhere, wornClass } from "./drive-words";

interface DriveCardProps {
  readonly drive: DriveEntry;
  /** Its checkbox. */
  readonly select: ReactNode;
}

/** A drive where the columns have no room: lines that can be tapped, with the same figures. */
export function DriveCard({ drive, select }: DriveCardProps) {
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
          {drive.temperatureKelvin === undefined ? null : (
            <span className={hotClass(drive)}>
              <Quantity of={formatTemperature(drive.temperatureKelvin)} />
            </span>
          )}
          {drive.percentageUsed === undefined ? null : (
            <span className={wornClass(drive.percentageUsed)}>
              <Quantity of={percentageUsedFigure(drive.percentageUsed)} /> used
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
