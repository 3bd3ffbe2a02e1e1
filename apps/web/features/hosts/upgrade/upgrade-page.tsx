"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import Link from "next/link";
import { type Outputs, useTRPC } from "@/api/client";
import { Page } from "@/features/navigation/page";
import { CommandState } from "@/ui/command-state";
import { Panel } from "@/ui/panel";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { ExactTime, RelativeTime } from "@/ui/time";
import { isOpen, type States, upgradeText } from "./upgrade-progress";

const pollMs = 1_000;

type Upgrade = Outputs["host"]["getUpgrade"];

/** An upgrade while it goes on, and the report of it after. */
export function UpgradePage({ upgradeId }: { upgradeId: string }) {
  const { data: upgrade } = useSuspenseQuery(
    useTRPC().host.getUpgrade.queryOptions(
      { upgradeId },
      { refetchInterval: ({ state }) => (state.data && isOpen(statesOf(state.data)) ? pollMs : false) },
    ),
  );
  const states = statesOf(upgrade);
  const title = `Upgrade to ${upgrade.version}`;
  return (
    <Page
      crumbs={[{ name: "Hosts", href: "/hosts" }, { name: "Upgrades", href: "/hosts/upgrades" }, { name: title }]}
      title={title}
      subtitle={
        <>
          requested <ExactTime time={upgrade.requestedAt} /> by {upgrade.requestedBy}
        </>
      }
    >
      <Panel title="Progress" note={isOpen(states) ? "goes on when you leave this page" : undefined}>
        <span role="status">{upgradeText(states)}</span>
      </Panel>
      <UpgradedHosts hosts={upgrade.hosts} />
      {upgrade.leftOut.length === 0 ? null : <LeftOut hosts={upgrade.leftOut} />}
    </Page>
  );
}

function statesOf({ hosts }: Upgrade): States {
  const states: { -readonly [state in keyof States]: States[state] } = {};
  for (const { state } of hosts) states[state] = (states[state] ?? 0) + 1;
  return states;
}

function UpgradedHosts({ hosts }: Pick<Upgrade, "hosts">) {
  return (
    <Panel title="Hosts" flush>
      <Table label="Hosts" stacked>
        <TableHead>
          <HeadCell>Host</HeadCell>
          <HeadCell>State</HeadCell>
          <HeadCell number>Ended</HeadCell>
        </TableHead>
        <tbody>
          {hosts.map(({ hostId, hostname, state, phase, reason, finishedAt }) => (
            <Row key={hostId}>
              <Cell>
                <Link href={`/hosts/${hostId}`} className="text-accent hover:underline">
                  {hostname}
                </Link>
              </Cell>
              <Cell className="wrap-anywhere">
                <CommandState state={state} />
                <div className="text-muted">{phase ?? reason}</div>
              </Cell>
              <Cell number label="Ended">
                {finishedAt === null ? null : <RelativeTime time={finishedAt} />}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}

function LeftOut({ hosts }: { hosts: Upgrade["leftOut"] }) {
  return (
    <Panel title="Left as they were" note="not asked" flush>
      <Table label="Left as they were" stacked>
        <TableHead>
          <HeadCell>Host</HeadCell>
          <HeadCell>Why</HeadCell>
        </TableHead>
        <tbody>
          {hosts.map(({ hostname, reason }) => (
            <Row key={`${hostname} ${reason}`}>
              <Cell>{hostname}</Cell>
              <Cell className="wrap-anywhere">{reason}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}
