"use client";

import { Pencil } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useState } from "react";
import { useWhyNot } from "@/features/access/actor";
import { Button } from "@/ui/button";
import { Panel } from "@/ui/panel";
import type { HostDetail } from "../host-detail";

const DescribeDialog = dynamic(() => import("./describe-dialog").then((dialog) => dialog.DescribeDialog), {
  ssr: false,
});

/** What people say of a host: where it stands, what it is for, and words to find it by. Groups go by them. */
export function PlacePanel({ host }: { host: HostDetail }) {
  const [editing, setEditing] = useState(false);
  const whyNot = useWhyNot("fleet.organize");
  const { rack, role, tags } = host;
  return (
    <Panel
      title="Rack, role and tags"
      actions={
        <Button size="small" disabledReason={whyNot} onClick={() => setEditing(true)}>
          <Pencil aria-hidden /> Edit…
        </Button>
      }
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-table">
        <dt className="text-muted">Rack</dt>
        <dd className="wrap-anywhere">{rack === undefined ? "–" : <HostsLink name="rack" value={rack} />}</dd>
        <dt className="text-muted">Role</dt>
        <dd className="wrap-anywhere">{role === undefined ? "–" : <HostsLink name="role" value={role} />}</dd>
        <dt className="text-muted">Tags</dt>
        <dd className="wrap-anywhere flex flex-wrap gap-x-3">
          {tags.length === 0 ? "–" : tags.map((tag) => <HostsLink key={tag} name="tag" value={tag} />)}
        </dd>
      </dl>
      {editing ? <DescribeDialog host={host} onClose={() => setEditing(false)} /> : null}
    </Panel>
  );
}

/** To all hosts of which the same is said. */
function HostsLink({ name, value }: { name: "rack" | "role" | "tag"; value: string }) {
  return (
    <Link href={`/hosts?${new URLSearchParams({ [name]: value })}`} className="text-accent hover:underline">
      {value}
    </Link>
  );
}
