"use client";

import { formatCount } from "@crosspoint/domain";
import Link from "next/link";
import { NotKnown } from "@/ui/quantity";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { RelativeTime } from "@/ui/time";
import { ClockSkew } from "../clock-skew";
import { type HostEntry, HostStateBadge } from "../host-state";
import { OlderAgent } from "./agent-version";
import type { HostSelection } from "./host-selection";

interface HostsTableProps {
  readonly hosts: readonly HostEntry[];
  readonly servedAgent: string | undefined;
  readonly selection: HostSelection;
}

/** Hosts that the list has; each row leads to its host, and can be picked. */
export function HostsTable({ hosts, servedAgent, selection }: HostsTableProps) {
  return (
    <div className="rounded-lg border bg-surface">
      <Table label="Hosts" stacked>
        <TableHead>
          <HeadCell>
            <input
              type="checkbox"
              aria-label="Select all hosts shown"
              className="block size-3.5 shrink-0 accent-(--accent)"
              checked={selection.ids.length === hosts.length}
              onChange={selection.toggleAll}
            />
          </HeadCell>
          <HeadCell>State</HeadCell>
          <HeadCell>Host</HeadCell>
          <HeadCell number>Drives</HeadCell>
          <HeadCell number className="whitespace-normal">
            Scratch files
          </HeadCell>
          <HeadCell>Agent</HeadCell>
          <HeadCell>Clock</HeadCell>
          <HeadCell number className="whitespace-normal">
            Last report
          </HeadCell>
        </TableHead>
        <tbody>
          {hosts.map((host) => (
            <Row
              key={host.id}
              className="relative hover:bg-hover has-focus-visible:bg-hover max-sm:grid-cols-2 max-sm:[&_td]:whitespace-normal"
            >
              <Cell>
                <SelectHost host={host} selection={selection} />
              </Cell>
              <Cell>
                <HostStateBadge host={host} plain />
              </Cell>
              <Cell className="sm:min-w-36">
                <Link
                  href={`/hosts/${host.id}`}
                  className="wrap-anywhere font-medium after:absolute after:inset-0 hover:underline"
                >
                  {host.hostname}
                </Link>
                <Place host={host} />
              </Cell>
              <Cell number label="Drives">
                {formatCount(host.drives)}
              </Cell>
              <Cell number label="Scratch files">
                {formatCount(host.scratchFiles)}
              </Cell>
              <Cell label="Agent">
                <span className="wrap-anywhere mr-2 font-mono">{host.agentVersion}</span>
                {host.agentOlder ? <OlderAgent servedAgent={servedAgent} /> : null}
              </Cell>
              <Cell label="Clock">
                <ClockSkew host={host} />
              </Cell>
              <Cell number label="Last report" className="whitespace-normal">
                {host.lastSeenAt ? <RelativeTime time={host.lastSeenAt} /> : <NotKnown why="never" />}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

/** What people say of it, in a line. */
function Place({ host: { rack, role, tags } }: { host: HostEntry }) {
  const words = [...(rack === undefined ? [] : [`rack ${rack}`]), ...(role === undefined ? [] : [role]), ...tags];
  return words.length === 0 ? null : <span className="wrap-anywhere block text-muted">{words.join(", ")}</span>;
}

/** Above the link that covers its row. */
function SelectHost({ host, selection }: { host: HostEntry; selection: HostSelection }) {
  return (
    <input
      type="checkbox"
      aria-label={`Select ${host.hostname}`}
      className="relative z-10 mt-0.5 block size-3.5 shrink-0 accent-(--accent)"
      checked={selection.isSelected(host.id)}
      // A change tells nothing of the keys that are held; a click does, also the one of the space bar.
      onChange={() => undefined}
      onClick={(event) => selection.toggle(host.id, event.shiftKey)}
    />
  );
}
