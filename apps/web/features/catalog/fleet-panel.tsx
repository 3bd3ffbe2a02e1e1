import { formatBytes } from "@crosspoint/domain";
import { HardDrive } from "lucide-react";
import Link from "next/link";
import type { Outputs } from "@/api/client";
import { EmptyState } from "@/ui/empty-state";
import { Panel } from "@/ui/panel";
import { NotKnown, Quantity } from "@/ui/quantity";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";

type Detail = Outputs["catalog"]["model"];

/** Drives of the fleet that are of the model. */
export function FleetPanel({ detail: { drives, moreDrives } }: { detail: Detail }) {
  if (drives.length === 0) {
    return (
      <Panel title="In the fleet">
        <EmptyState icon={HardDrive} title="No drives of this model">
          Drives are recognized by their model number once a host reports them.
        </EmptyState>
      </Panel>
    );
  }
  return (
    <Panel title="In the fleet" note={moreDrives ? `the first ${drives.length}` : undefined} flush>
      <Table label="Drives of this model" stacked>
        <TableHead>
          <HeadCell>Serial</HeadCell>
          <HeadCell>Model number</HeadCell>
          <HeadCell>Firmware</HeadCell>
          <HeadCell number>Capacity</HeadCell>
          <HeadCell>Host</HeadCell>
        </TableHead>
        <tbody>
          {drives.map((drive) => (
            <Row key={drive.id} className="hover:bg-hover">
              <Cell>
                <Link href={`/drives/${drive.id}`} className="font-mono hover:underline">
                  {drive.serial}
                </Link>
              </Cell>
              <Cell>{drive.model}</Cell>
              <Cell label="Firmware" className="font-mono">
                {drive.firmware}
              </Cell>
              <Cell number label="Capacity">
                {drive.capacityBytes === undefined ? <NotKnown /> : <Quantity of={formatBytes(drive.capacityBytes)} />}
              </Cell>
              <Cell label="Host">{drive.hostname ?? <NotKnown why="not in any host" />}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}
