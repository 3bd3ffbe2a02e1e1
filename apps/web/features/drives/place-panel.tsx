import { TriangleAlert } from "lucide-react";
import Link from "next/link";
import { Copyable } from "@/ui/copy-button";
import { Definition, DefinitionList } from "@/ui/definition-list";
import { Panel } from "@/ui/panel";
import { NotKnown } from "@/ui/quantity";
import { Badge } from "@/ui/status";
import { ExactTime, RelativeTime } from "@/ui/time";
import type { DriveDetail } from "./drive-page";
import { linkText, linkThrottled } from "./link";

/** Where the drive is now, and how it is connected. */
export function PlacePanel({ drive }: { drive: DriveDetail }) {
  const { place } = drive;
  if (!place) {
    return (
      <Panel title="Place">
        <p className="text-muted">
          No host sees this drive now. It was last seen <RelativeTime time={drive.lastSeenAt} />.
        </p>
      </Panel>
    );
  }
  return (
    <Panel title="Place">
      <DefinitionList>
        <Definition term="Host">
          <Link href={`/hosts/${place.hostId}`} className="text-accent hover:underline">
            {place.hostname}
          </Link>
        </Definition>
        <Definition term="Controller">
          <Copyable text={place.controllerName} what="controller name" />
        </Definition>
        <Definition term="Transport">{place.transport}</Definition>
        <Definition term="PCI address">
          {place.pciAddress ? <Copyable text={place.pciAddress} what="PCI address" /> : <NotKnown />}
        </Definition>
        <Definition term="Link now">
          {linkText(place.linkSpeed, place.linkWidth) ?? <NotKnown />}
          {linkThrottled(place) ? (
            <span className="ml-2">
              <Badge icon={TriangleAlert} word="Below its best" tone="watch" />
            </span>
          ) : null}
        </Definition>
        <Definition term="Link at most">{linkText(place.maxLinkSpeed, place.maxLinkWidth) ?? <NotKnown />}</Definition>
        <Definition term="NUMA node">
          {place.numaNode === null || place.numaNode < 0 ? <NotKnown why="no NUMA node" /> : place.numaNode}
        </Definition>
        <Definition term="Here since">
          <ExactTime time={place.firstSeenAt} />
        </Definition>
        <Definition term="Last seen">
          <ExactTime time={drive.lastSeenAt} />
        </Definition>
      </DefinitionList>
    </Panel>
  );
}
