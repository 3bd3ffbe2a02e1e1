import { CircleCheck, type LucideIcon, Share2, Split } from "lucide-react";
import Link from "next/link";
import { Panel } from "@/ui/panel";
import { Badge, type Tone } from "@/ui/status";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { RelativeTime } from "@/ui/time";
import type { HostDetail } from "../host-detail";

const states: Record<HostDetail["claims"][number]["state"], { word: string; icon: LucideIcon; tone: Tone }> = {
  contested: { word: "Contested", icon: Split, tone: "watch" },
  shared: { word: "Shared", icon: Share2, tone: "accent" },
  dismissed: { word: "Settled", icon: CircleCheck, tone: "neutral" },
};

/** Drives that this host lists and another one holds: what this host says of them is not applied. */
export function HostClaimsPanel({ host }: { host: HostDetail }) {
  if (host.claims.length === 0) return null;
  return (
    <Panel flush title="Listed here, held by another host" note="what this host says of them is not applied">
      <Table label="Drives that another host holds" stacked>
        <TableHead>
          <HeadCell>State</HeadCell>
          <HeadCell>Controller</HeadCell>
          <HeadCell>Model</HeadCell>
          <HeadCell>Serial</HeadCell>
          <HeadCell>Held by</HeadCell>
          <HeadCell number>Since</HeadCell>
        </TableHead>
        <tbody>
          {host.claims.map(({ driveId, model, serial, controllerName, holder, since, state }) => (
            <Row key={driveId} className="relative hover:bg-hover has-focus-visible:bg-hover max-sm:grid-cols-2">
              <Cell>
                <Badge {...states[state]} plain />
              </Cell>
              <Cell className="font-mono">{controllerName}</Cell>
              <Cell className="max-sm:col-span-2">{model}</Cell>
              <Cell className="max-sm:col-span-2">
                <Link href={`/drives/${driveId}`} className="font-mono after:absolute after:inset-0 hover:underline">
                  {serial}
                </Link>
              </Cell>
              <Cell label="Held by">{holder ?? "nobody at the moment"}</Cell>
              <Cell number label="Since">
                <RelativeTime time={since} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}
