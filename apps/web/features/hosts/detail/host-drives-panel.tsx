import { formatBytes, formatTemperature, percentageUsedFigure } from "@crosspoint/domain";
import { HardDrive } from "lucide-react";
import Link from "next/link";
import { lifecycleWords } from "@/features/drives/lifecycle/lifecycle";
import { hotClass, never, wornClass } from "@/features/drives/list/drive-words";
import { DriveName } from "@/ui/drive-name";
import { EmptyState } from "@/ui/empty-state";
import { Panel } from "@/ui/panel";
import { NotKnown, Quantity } from "@/ui/quantity";
import { HealthBadge } from "@/ui/status";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { RelativeTime } from "@/ui/time";
import type { HostDetail } from "../host-detail";

/** The drives in a host now, those in need first. */
export function HostDrivesPanel({ host }: { host: HostDetail }) {
  if (host.drives.length === 0) {
    // It sees those that another host holds.
    if (host.claims.length > 0) return null;
    return (
      <Panel title="Drives">
        <NoDrives />
      </Panel>
    );
  }
  return (
    <Panel
      flush
      title="Drives"
      note={
        host.inventoryAt ? (
          <>
            listed <RelativeTime time={host.inventoryAt} />
          </>
        ) : undefined
      }
    >
      <Table label="Drives of this host" stacked="many">
        <TableHead>
          <HeadCell>Verdict</HeadCell>
          <HeadCell>Controller</HeadCell>
          <HeadCell>Model</HeadCell>
          <HeadCell>Serial</HeadCell>
          <HeadCell number>Capacity</HeadCell>
          <HeadCell>Firmware</HeadCell>
          <HeadCell number>Temp.</HeadCell>
          <HeadCell number>Used</HeadCell>
          <HeadCell number>Last sample</HeadCell>
        </TableHead>
        <tbody>
          {host.drives.map((drive) => (
            <DriveRow key={drive.id} drive={drive} />
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}

function NoDrives() {
  return (
    <EmptyState icon={HardDrive} title="No NVMe drives on this host">
      The agent lists the controllers of /sys/class/nvme. A drive that is plugged in appears within seconds.
    </EmptyState>
  );
}

function DriveRow({ drive }: { drive: HostDetail["drives"][number] }) {
  return (
    <Row className="relative hover:bg-hover has-focus-visible:bg-hover @max-4xl:grid-cols-2">
      <Cell>
        <HealthBadge status={drive.verdict} plain />
      </Cell>
      <Cell className="font-mono">{drive.host?.controllerName}</Cell>
      <Cell className="@max-4xl:col-span-2">
        <DriveName productName={drive.productName} model={drive.model} />
      </Cell>
      <Cell className="@max-4xl:col-span-2">
        <Link href={`/drives/${drive.id}`} className="font-mono after:absolute after:inset-0 hover:underline">
          {drive.serial}
        </Link>
        {drive.lifecycle === "inService" ? null : (
          <span className="ml-2 text-muted">{lifecycleWords[drive.lifecycle].toLowerCase()}</span>
        )}
      </Cell>
      <Cell number label="Capacity">
        {drive.capacityBytes === undefined ? <NotKnown /> : <Quantity of={formatBytes(drive.capacityBytes)} />}
      </Cell>
      <Cell label="Firmware" className="font-mono">
        {drive.firmware}
      </Cell>
      <Cell number label="Temp.">
        {drive.temperatureKelvin === undefined ? (
          <NotKnown why={never} />
        ) : (
          <span className={hotClass(drive)}>
            <Quantity of={formatTemperature(drive.temperatureKelvin)} />
          </span>
        )}
      </Cell>
      <Cell number label="Used">
        {drive.percentageUsed === undefined ? (
          <NotKnown why={never} />
        ) : (
          <span className={wornClass(drive.percentageUsed)}>
            <Quantity of={percentageUsedFigure(drive.percentageUsed)} />
          </span>
        )}
      </Cell>
      <Cell number label="Sampled">
        {drive.sampledAt === undefined ? <NotKnown why={never} /> : <RelativeTime time={drive.sampledAt} />}
      </Cell>
    </Row>
  );
}
