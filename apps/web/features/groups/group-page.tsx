"use client";

import { formatCount } from "@crosspoint/domain";
import { useQuery } from "@tanstack/react-query";
import { Pencil, Plus } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { type Outputs, useTRPC } from "@/api/client";
import { useWhyNot } from "@/features/access/actor";
import { Page } from "@/features/navigation/page";
import { QueryError } from "@/features/navigation/page-error";
import { Button } from "@/ui/button";
import { Panel } from "@/ui/panel";
import { AddMembersDialog } from "./add-members-dialog";
import { DrivesPanel } from "./drives-panel";
import { membersText } from "./group";
import { GroupDialog } from "./group-dialog";
import { DrivesLink, Verdicts } from "./groups-page";
import { RemoveGroupButton } from "./remove-group-button";

type Group = Outputs["group"]["get"];

export function GroupPage({ groupId }: { groupId: string }) {
  const [open, setOpen] = useState<"edit" | "add">();
  const whyNot = useWhyNot("fleet.organize");
  const { data: group, error, refetch } = useQuery(useTRPC().group.get.queryOptions({ groupId }));
  if (!group) {
    return (
      <Page crumbs={[{ name: "Groups", href: "/groups" }]} title="Group">
        {error ? <QueryError error={error} retry={() => void refetch()} /> : null}
      </Page>
    );
  }
  const isByHand = group.rule === null;
  const close = () => setOpen(undefined);
  return (
    <Page
      crumbs={[{ name: "Groups", href: "/groups" }, { name: group.name }]}
      title={group.name}
      subtitle={[membersText(group), group.description].filter(Boolean).join(". ")}
      actions={
        <>
          <RemoveGroupButton group={group} />
          <Button disabledReason={whyNot} onClick={() => setOpen("edit")}>
            <Pencil aria-hidden /> Edit group
          </Button>
          {isByHand ? (
            <Button variant="primary" disabledReason={whyNot} onClick={() => setOpen("add")}>
              <Plus aria-hidden /> Add {group.kind}
            </Button>
          ) : null}
        </>
      }
    >
      <p className="flex flex-wrap items-center gap-x-4">
        <DrivesLink group={group}>
          {formatCount(group.drives)} drive{group.drives === 1 ? "" : "s"}
        </DrivesLink>
        <Verdicts group={group} />
      </p>
      {group.kind === "hosts" ? <HostsPanel group={group} /> : null}
      <DrivesPanel group={group} isByHand={isByHand && group.kind === "drives"} />
      {open === "edit" ? <GroupDialog group={group} onClose={close} /> : null}
      {open === "add" ? <AddMembersDialog group={group} onClose={close} /> : null}
    </Page>
  );
}

function HostsPanel({ group: { hosts, named } }: { group: Group }) {
  return (
    <Panel title="Hosts" note={formatCount(hosts)}>
      {hosts === 0 ? <p className="text-muted">No host belongs to this group now.</p> : null}
      <ul aria-label="Hosts" className="flex max-h-60 flex-wrap gap-x-4 gap-y-1 overflow-y-auto">
        {named.map(({ id, hostname }) => (
          <li key={id} className="wrap-anywhere">
            <Link href={`/hosts/${id}`} className="text-accent hover:underline">
              {hostname}
            </Link>
          </li>
        ))}
      </ul>
      {hosts > named.length ? (
        <p className="mt-2 text-muted">The first {formatCount(named.length)} by name are listed.</p>
      ) : null}
    </Panel>
  );
}
