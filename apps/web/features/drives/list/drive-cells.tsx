// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual table are placed by hand, which table elements do not take.
import {
  formatBytes,
  formatCount,
  formatPowerOnHours,
  formatTemperature,
  percentageUsedFigure,
  WORN_PERCENT,
} from "@crosspoint/domain";
import type { ReactNode } from "react";
import { Bar } from "@/ui/bar";
import { cn } from "@/ui/classes";
import { NotKnown, Quantity } from "@/ui/quantity";
import { HealthBadge } from "@/ui/status";
import { RelativeTime } from "@/ui/time";
import { type ColumnKey, columnTemplate, type DriveColumn, type DriveEntry } from "./drive-columns";
import { Contested, DriveLink, hotClass, lifecycleText, never, nowhere, wornClass } from "./drive-words";

interface DriveCellsProps {
  readonly drive: DriveEntry;
  readonly columns: readonly DriveColumn[];
  /** Its checkbox. */
  readonly select: ReactNode;
}

/** One drive as cells of the table. */
export function DriveCells({ drive, columns, select }: DriveCellsProps) {
  return (
    <div className="grid h-full items-center" style={{ gridTemplateColumns: columnTemplate(columns) }}>
      <div role="cell" className="flex items-center pl-1.5">
        {select}
      </div>
      {columns.map(({ key, number }) => (
        <div
          key={key}
          role="cell"
          title={titles[key]?.(drive)}
          // The verdict stands close to the checkbox before it.
          className={cn("min-w-0 truncate px-2", number && "text-right", key === "verdict" && "px-1")}
        >
          {cells[key](drive)}
        </div>
      ))}
    </div>
  );
}

const titles: Partial<Record<ColumnKey, (drive: DriveEntry) => string | undefined>> = {
  model: ({ productName, model }) => `${productName ?? ""} ${model}`.trim(),
  host: ({ host }) => host?.name,
  tags: ({ tags }) => tags.join(", "),
};

const cells: Record<ColumnKey, (drive: DriveEntry) => ReactNode> = {
  verdict: ({ verdict }) => <HealthBadge status={verdict} plain />,
  since: ({ verdictSince }) => <RelativeTime short time={verdictSince} />,
  model: (drive) => <ModelName drive={drive} />,
  serial: (drive) => <DriveLink drive={drive} />,
  host: (drive) => <Place drive={drive} />,
  capacity: ({ capacityBytes }) =>
    capacityBytes === undefined ? <NotKnown /> : <Quantity of={formatBytes(capacityBytes)} />,
  firmware: ({ firmware }) => <span className="font-mono">{firmware}</span>,
  temperature: ({ temperatureKelvin, warningKelvin }) =>
    temperatureKelvin === undefined ? (
      <NotKnown why={never} />
    ) : (
      <span className={hotClass({ temperatureKelvin, warningKelvin })}>
        <Quantity of={formatTemperature(temperatureKelvin)} exact={`${temperatureKelvin} K`} />
      </span>
    ),
  percentageUsed: ({ percentageUsed }) => <Used percent={percentageUsed} />,
  written: ({ bytesWritten }) =>
    bytesWritten === undefined ? (
      <NotKnown why={never} />
    ) : (
      <Quantity of={formatBytes(bytesWritten)} exact={`${formatCount(bytesWritten)} B`} />
    ),
  powerOn: ({ powerOnHours }) =>
    powerOnHours === undefined ? <NotKnown why={never} /> : <Quantity of={formatPowerOnHours(powerOnHours)} />,
  lastSample: ({ sampledAt }) =>
    sampledAt === undefined ? <NotKnown why={never} /> : <RelativeTime short time={sampledAt} />,
  likelyEnd: ({ likelyEnd }) =>
    likelyEnd === undefined ? (
      <NotKnown why="no date yet" />
    ) : (
      <span title="When it is likely to reach the limit of its wear">{likelyEnd.toISOString().slice(0, 10)}</span>
    ),
  lifecycle: ({ lifecycle }) => lifecycleText(lifecycle),
  tags: ({ tags }) => tags.join(", "),
};

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
        <Quantity of={percentageUsedFigure(percent)} />
      </span>
      <Bar percent={percent} tone={percent >= WORN_PERCENT ? "bg-watch" : "bg-accent"} className="w-full" />
    </span>
  );
}
