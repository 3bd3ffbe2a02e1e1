import { TriangleAlert } from "lucide-react";
import Link from "next/link";
import { Copyable } from "@/ui/copy-button";
import { Definition, DefinitionList } from "@/ui/definition-list";
import { Panel } from "@/ui/panel";
import { NotKnown } from "@/ui/quantity";
import { Badge } from "@/ui/status";
import { ExactTime, RelativeTime } from "@/ui/time";
import type { DriveDetail } from "../drive-detail";
import { linkText, linkThrottled } from "./link";

/** Where the drive is now, and how it is connected. */
export function PlacePanel({ drive }: { drive: DriveDetail }) {
  const { place } = drive;
  if (!place) {
    return (
      <Panel title="Location">
        <p className="text-muted">
          No host reports this drive now. It was last seen <RelativeTime time={drive.lastSeenAt} />.
        </p>
      </Panel>
    );
  }
  return (
    <Panel title="Location">
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
        <Definition term="Slot">{place.slot ?? <NotKnown why="not named by the platform" />}</Definition>
        <Definition term="Link">
          {linkText(place.linkSpeed, place.linkWidth) ?? <NotKnown />}
          {linkThrottled(place) ? (
            <span className="ml-2">
              <Badge icon={TriangleAlert} word="Below its maximum" tone="watch" />
            </span>
          ) : null}
        </Definition>
        <Definition term="Link (max)">{linkText(place.maxLinkSpeed, place.maxLinkWidth) ?? <NotKnown />}</Definition>
        <Definition term="NUMA node">
          {place.numaNode === null || place.numaNode < 0 ? <NotKnown why="no NUMA node" /> : place.numaNode}
        </Definition>
        <Definition term="I/O queues">{place.queues ? <Queues queues={place.queues} /> : <NotKnown />}</Definition>
        {drive.volumes.length > 0 ? (
          <Definition term="Member of">
            <ul>
              {drive.volumes.map(({ id, label, state }) => (
                <li key={id}>
                  {label}
                  {state === "clean" ? null : <span className="text-muted"> {state}</span>}
                </li>
              ))}
            </ul>
          </Definition>
        ) : null}
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

function Queues({ queues }: { queues: NonNullable<NonNullable<DriveDetail["place"]>["queues"]> }) {
  const interrupt = queues.cpuLists.length - queues.poll;
  return (
    <details>
      <summary className="cursor-pointer">
        {interrupt} interrupt-driven{queues.poll > 0 ? `, ${queues.poll} polled` : ""};{" "}
        {queues.cpusSharingMost <= 1 ? "each CPU has its own" : `up to ${queues.cpusSharingMost} CPUs share one`}
      </summary>
      <ol className="mt-1 grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-x-3 font-mono text-muted text-xs">
        {queues.cpuLists
          .map((cpus, queue) => ({ queue, cpus }))
          .map(({ queue, cpus }) => (
            <li key={queue}>
              {queue}: {cpus || "none"}
            </li>
          ))}
      </ol>
    </details>
  );
}
