"use client";

import { formatCount } from "@crosspoint/domain";
import { useQuery } from "@tanstack/react-query";
import { Boxes, Plus } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useState } from "react";
import { useTRPC } from "@/api/client";
import { useWhyNot } from "@/features/access/actor";
import { Page } from "@/features/navigation/page";
import { QueryError } from "@/features/navigation/page-error";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Panel } from "@/ui/panel";
import { PanelSkeleton } from "@/ui/skeleton";
import { HealthBadge } from "@/ui/status";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { type GroupEntry, membersText } from "./group";
import { GroupDialog } from "./group-dialog";
import { GroupTabs } from "./group-tabs";

export function GroupsPage() {
  const [adding, setAdding] = useState(false);
  const whyNot = useWhyNot("fleet.organize");
  const { data, error, refetch } = useQuery(useTRPC().group.list.queryOptions());
  const button = (
    <Button variant="primary" disabledReason={whyNot} onClick={() => setAdding(true)}>
      <Plus aria-hidden /> New group
    </Button>
  );
  return (
    <Page
      crumbs={[{ name: "Groups" }]}
      title="Groups"
      subtitle="Hosts and drives that are spoken of as one: a rack, a role, a loan"
      actions={button}
    >
      <GroupTabs />
      {error ? <QueryError error={error} retry={() => void refetch()} /> : null}
      {data === undefined && !error ? <PanelSkeleton className="h-44" /> : null}
      {data?.length === 0 ? (
        <EmptyState icon={Boxes} title="No groups yet" action={button}>
          A group has its members by a rule, for example every host whose name matches db-*, or by hand.
        </EmptyState>
      ) : null}
      {data?.length ? <GroupsTable groups={data} /> : null}
      {adding ? <GroupDialog onClose={() => setAdding(false)} /> : null}
    </Page>
  );
}

function GroupsTable({ groups }: { groups: readonly GroupEntry[] }) {
  return (
    <Panel title="Groups" note={String(groups.length)} flush>
      <Table label="Groups" stacked>
        <TableHead>
          <HeadCell>Name</HeadCell>
          <HeadCell>Members</HeadCell>
          <HeadCell number>Hosts</HeadCell>
          <HeadCell number>Drives</HeadCell>
          <HeadCell>Verdicts</HeadCell>
        </TableHead>
        <tbody>
          {groups.map((group) => (
            <Row key={group.id} className="hover:bg-hover">
              <Cell className="wrap-anywhere min-w-40">
                <Link href={`/groups/${group.id}`} className="font-medium text-accent hover:underline">
                  {group.name}
                </Link>
                <span className="block text-muted">{group.description}</span>
              </Cell>
              <Cell className="wrap-anywhere">{membersText(group)}</Cell>
              <Cell number label="Hosts">
                {group.kind === "hosts" ? formatCount(group.hosts) : "–"}
              </Cell>
              <Cell number label="Drives">
                <DrivesLink group={group}>{formatCount(group.drives)}</DrivesLink>
              </Cell>
              <Cell label="Verdicts">
                <Verdicts group={group} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}

/** How many drives of each verdict, the most urgent first; each leads to them. */
export function Verdicts({ group: { id, verdicts } }: { group: Pick<GroupEntry, "id" | "verdicts"> }) {
  return (
    <span className="flex flex-wrap gap-x-3">
      {verdicts.map(({ verdict, count }) => (
        <Link
          key={verdict}
          href={`/drives?group=${id}&verdict=${verdict}`}
          className="inline-flex items-center gap-1 hover:underline"
        >
          <HealthBadge status={verdict} plain /> {formatCount(count)}
        </Link>
      ))}
    </span>
  );
}

/** To the drives of a group, where they are filtered, sorted and selected. */
export function DrivesLink({ group: { id }, children }: { group: Pick<GroupEntry, "id">; children: ReactNode }) {
  return (
    <Link href={`/drives?group=${id}`} className="text-accent hover:underline">
      {children}
    </Link>
  );
}
