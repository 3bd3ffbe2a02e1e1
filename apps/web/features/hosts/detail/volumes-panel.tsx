import { formatBlockSize, formatBytes, formatRaidLevel } from "@crosspoint/domain";
import { Ban, CircleCheck, type LucideIcon, RefreshCw, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { Panel } from "@/ui/panel";
import { NotKnown, Quantity } from "@/ui/quantity";
import { Badge, type Tone } from "@/ui/status";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import type { HostDetail } from "../host-detail";

type Volume = HostDetail["volumes"][number];

const states: Record<Volume["state"], { word: string; icon: LucideIcon; tone: Tone }> = {
  clean: { word: "Clean", icon: CircleCheck, tone: "neutral" },
  degraded: { word: "Degraded", icon: TriangleAlert, tone: "watch" },
  resyncing: { word: "Resyncing", icon: RefreshCw, tone: "watch" },
  inactive: { word: "Inactive", icon: Ban, tone: "watch" },
};

/** The md arrays of a host: each is a target like a namespace, unless something blocks it. */
export function VolumesPanel({ host }: { host: HostDetail }) {
  if (host.volumes.length === 0) return null;
  return (
    <Panel flush title="Volumes" note="Linux md arrays">
      <Table label="Volumes" stacked>
        <TableHead>
          <HeadCell>Name</HeadCell>
          <HeadCell>State</HeadCell>
          <HeadCell>Level</HeadCell>
          <HeadCell number>Chunk</HeadCell>
          <HeadCell number>Size</HeadCell>
          <HeadCell>Members</HeadCell>
          <HeadCell>Not available because</HeadCell>
        </TableHead>
        <tbody>
          {host.volumes.map((volume) => (
            <VolumeRow key={volume.id} volume={volume} />
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}

function VolumeRow({ volume }: { volume: Volume }) {
  const { name, state, level, chunkBytes, sizeBytes, members, unusable, inUse } = volume;
  return (
    <Row className="max-sm:grid-cols-2">
      <Cell className="font-mono">{name}</Cell>
      <Cell>
        <Badge {...states[state]} plain />
      </Cell>
      <Cell label="Level">{formatRaidLevel(level)}</Cell>
      <Cell number label="Chunk">
        {chunkBytes === undefined ? <NotKnown why="none" /> : <Quantity of={formatBlockSize(chunkBytes)} />}
      </Cell>
      <Cell number label="Size">
        <Quantity of={formatBytes(sizeBytes)} exact={`${sizeBytes} bytes`} />
      </Cell>
      <Cell label="Members" className="max-sm:col-span-2">
        <ul>
          {members.map(({ driveId, serial, path, state: memberState }) => (
            <li key={path} className="flex flex-wrap items-baseline gap-x-2">
              <Link href={`/drives/${driveId}`} className="font-mono text-accent hover:underline">
                {serial}
              </Link>
              <span className="font-mono text-muted">{path}</span>
              {memberState === "in_sync" ? null : <span className="text-muted">{memberState}</span>}
            </li>
          ))}
        </ul>
      </Cell>
      <Cell className="max-sm:col-span-2">
        {unusable ?? (inUse.length > 0 ? `Writing: ${inUse.join("; ")}` : null)}
      </Cell>
    </Row>
  );
}
