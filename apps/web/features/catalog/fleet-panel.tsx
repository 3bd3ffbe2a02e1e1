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
        <EmptyState icon={HardDrive} title="No drive of this model has been seen">
          A drive is recognised by its model number as soon as a host with an agent reports it.
        </EmptyState>
      </Panel>
    );
  }
  return (
    <Panel title="In the fleet" note={moreDrives ? `the first ${drives.length}` : undefined} flush>
      <Table label="Drives of this model">
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
              <Cell className="font-mono">{drive.firmware}</Cell>
              <Cell number>
                {drive.capacityBytes === undefined ? <NotKnown /> : <Quantity of={formatBytes(drive.capacityBytes)} />}
              </Cell>
              <Cell>{drive.hostname ?? <NotKnown why="not plugged in" />}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}
