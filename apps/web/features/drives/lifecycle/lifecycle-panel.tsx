"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { lazy, Suspense, useState } from "react";
import { useTRPC } from "@/api/client";
import { useWhyNot } from "@/features/access/actor";
import { QueryError } from "@/features/navigation/page-error";
import { Button } from "@/ui/button";
import { Definition, DefinitionList } from "@/ui/definition-list";
import { Panel } from "@/ui/panel";
import { NotKnown } from "@/ui/quantity";
import { PanelSkeleton } from "@/ui/skeleton";
import { ExactTime } from "@/ui/time";
import type { PickedDrive } from "./drive-picker";
import { type Lifecycle, lifecycleWords } from "./lifecycle";
import { Merges } from "./merges";

// Most people only look.
const ChangeLifecycleDialog = lazy(async () => ({
  default: (await import("./change-lifecycle-dialog")).ChangeLifecycleDialog,
}));
const TagsDialog = lazy(async () => ({ default: (await import("./tags-dialog")).TagsDialog }));
const MergeDialog = lazy(async () => ({ default: (await import("./merge-dialog")).MergeDialog }));

/** What people say of the drive: whether it is expected, by which words and groups it is found, which records are the same drive. */
export function LifecyclePanel({ drive }: { drive: PickedDrive }) {
  const [open, setOpen] = useState<"lifecycle" | "tags" | "merge">();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(trpc.lifecycle.get.queryOptions({ driveId: drive.id }));
  if (error) return <QueryError error={error} retry={() => void refetch()} />;
  if (data === undefined) return <PanelSkeleton className="h-52" />;
  const onClose = () => setOpen(undefined);
  const onChanged = () => {
    for (const area of ["lifecycle", "drive"] as const) {
      void queryClient.invalidateQueries({ queryKey: trpc[area].pathKey() });
    }
  };
  const dialog = { drive, onClose, onChanged };
  return (
    <Panel title="Lifecycle" actions={<Actions isMerged={data.lifecycle === "merged"} open={setOpen} />}>
      <DefinitionList>
        <Definition term="Lifecycle">
          <Now data={data} />
        </Definition>
        {data.replaces.length > 0 ? (
          <Definition term="Replaces">
            <DriveLinks drives={data.replaces} />
          </Definition>
        ) : null}
        <Definition term="Tags">{data.tags.length > 0 ? data.tags.join(", ") : <NotKnown why="no tags" />}</Definition>
        <Definition term="Groups">
          <Groups groups={data.groups} />
        </Definition>
      </DefinitionList>
      <Merges merges={data.merges} onChanged={onChanged} />
      <Suspense>
        {open === "lifecycle" ? <ChangeLifecycleDialog {...dialog} current={data.lifecycle} /> : null}
        {open === "tags" ? <TagsDialog {...dialog} tags={data.tags} /> : null}
        {open === "merge" ? <MergeDialog {...dialog} /> : null}
      </Suspense>
    </Panel>
  );
}

function Actions({ isMerged, open }: { isMerged: boolean; open: (what: "lifecycle" | "tags" | "merge") => void }) {
  const merged = isMerged ? "This record was merged into another." : undefined;
  const [change, tag, merge] = [useWhyNot("drive.lifecycle"), useWhyNot("fleet.organize"), useWhyNot("drive.merge")];
  return (
    <>
      <Button size="small" disabledReason={merged ?? tag} onClick={() => open("tags")}>
        Edit tags…
      </Button>
      <Button size="small" disabledReason={merged ?? merge} onClick={() => open("merge")}>
        Merge…
      </Button>
      <Button size="small" disabledReason={merged ?? change} onClick={() => open("lifecycle")}>
        Change lifecycle…
      </Button>
    </>
  );
}

function Now({ data: { lifecycle, since, changes } }: { data: Lifecycle }) {
  const [last] = changes;
  return (
    <>
      {lifecycleWords[lifecycle]}
      {last?.replacedBy ? (
        <>
          {" by "}
          <DriveLinks drives={[last.replacedBy]} />
        </>
      ) : null}
      {since === null ? null : (
        <span className="block text-muted">
          since <ExactTime time={since} />
          {last ? `, by ${last.by}` : ""}
          {last?.note ? `: ${last.note}` : ""}
        </span>
      )}
    </>
  );
}

function DriveLinks({ drives }: { drives: Lifecycle["replaces"] }) {
  return drives.map(({ id, serial }) => (
    <Link key={id} href={`/drives/${id}`} className="mr-2 font-mono text-accent hover:underline">
      {serial}
    </Link>
  ));
}

function Groups({ groups }: Pick<Lifecycle, "groups">) {
  if (groups.length === 0) return <NotKnown why="in no group" />;
  return groups.map(({ id, name }) => (
    <Link key={id} href={`/groups/${id}`} className="mr-2 text-accent hover:underline">
      {name}
    </Link>
  ));
}
