import Link from "next/link";
import { Panel } from "@/ui/panel";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { ExactTime } from "@/ui/time";
import type { DriveDetail } from "../drive-detail";

/** Where the drive has been: it keeps its history when it moves. */
export function SightingsPanel({ drive }: { drive: DriveDetail }) {
  if (drive.sightings.length === 0) {
    return (
      <Panel title="Location history">
        <p className="text-muted">None. The locations of a drive in a host are deleted when the host is removed.</p>
      </Panel>
    );
  }
  return (
    <Panel flush title="Location history">
      <Table label="Sightings" stacked>
        <TableHead>
          <HeadCell>Host</HeadCell>
          <HeadCell>Controller</HeadCell>
          <HeadCell>From</HeadCell>
          <HeadCell>Until</HeadCell>
        </TableHead>
        <tbody>
          {drive.sightings.map((sighting) => (
            <Row key={sighting.id}>
              <Cell>
                <Link href={`/hosts/${sighting.hostId}`} className="text-accent hover:underline">
                  {sighting.hostname}
                </Link>
              </Cell>
              <Cell className="whitespace-nowrap font-mono">
                {sighting.controllerName}
                {sighting.pciAddress ? <div className="text-muted text-xs">{sighting.pciAddress}</div> : null}
              </Cell>
              <Cell label="From">
                <ExactTime time={sighting.firstSeenAt} />
              </Cell>
              <Cell label="Until">{sighting.endedAt ? <ExactTime time={sighting.endedAt} /> : "now"}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}
