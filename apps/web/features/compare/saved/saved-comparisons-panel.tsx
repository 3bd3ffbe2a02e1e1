"use client";

import { useQuery } from "@tanstack/react-query";
import { Bookmark } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { type Outputs, useTRPC } from "@/api/client";
import { QueryError } from "@/features/navigation/page-error";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Panel } from "@/ui/panel";
import { PanelSkeleton } from "@/ui/skeleton";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { RelativeTime } from "@/ui/time";
import { DeleteDialog } from "./delete-dialog";
import { RenameDialog } from "./rename-dialog";

type SavedComparison = Outputs["compare"]["saved"]["list"][number];

/** Comparisons with a name, for everyone who may see benchmarks. */
export function SavedComparisonsPanel() {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.compare.saved.list.queryOptions());
  const [renamed, setRenamed] = useState<SavedComparison>();
  const [deleted, setDeleted] = useState<SavedComparison>();
  if (error) return <QueryError error={error} retry={() => void refetch()} />;
  if (data === undefined) return <PanelSkeleton className="h-48" />;
  return (
    <Panel title="Saved comparisons" note={data.length === 0 ? undefined : String(data.length)} flush>
      {data.length === 0 ? (
        <Nothing />
      ) : (
        <Table label="Saved comparisons" stacked>
          <TableHead>
            <HeadCell>Name</HeadCell>
            <HeadCell>Note</HeadCell>
            <HeadCell>Owner</HeadCell>
            <HeadCell>Saved</HeadCell>
            <HeadCell>
              <span className="sr-only">Actions</span>
            </HeadCell>
          </TableHead>
          <tbody>
            {data.map((saved) => (
              <SavedRow key={saved.id} saved={saved} onRename={setRenamed} onDelete={setDeleted} />
            ))}
          </tbody>
        </Table>
      )}
      {renamed === undefined ? null : <RenameDialog saved={renamed} onClose={() => setRenamed(undefined)} />}
      {deleted === undefined ? null : <DeleteDialog saved={deleted} onClose={() => setDeleted(undefined)} />}
    </Panel>
  );
}

function Nothing() {
  return (
    <EmptyState
      icon={Bookmark}
      title="No saved comparisons yet"
      action={
        <Button asChild>
          <Link href="/compare">Compare results</Link>
        </Button>
      }
    >
      Save a comparison under a name to find it again.
    </EmptyState>
  );
}

interface SavedRowProps {
  readonly saved: SavedComparison;
  readonly onRename: (saved: SavedComparison) => void;
  readonly onDelete: (saved: SavedComparison) => void;
}

function SavedRow({ saved, onRename, onDelete }: SavedRowProps) {
  const { name, note, ownerName, changeable, query, createdAt } = saved;
  const whyNot = changeable ? undefined : `Saved by ${ownerName}. Only they and admins can change it.`;
  return (
    <Row>
      <Cell className="min-w-40 font-medium">
        <Link href={`/compare?${query}`} className="text-accent hover:underline">
          {name}
        </Link>
      </Cell>
      <Cell className="wrap-anywhere min-w-40 text-muted">{note}</Cell>
      <Cell label="Owner">{ownerName}</Cell>
      <Cell label="Saved">
        <RelativeTime time={createdAt} />
      </Cell>
      <Cell>
        <span className="flex justify-end gap-2 max-sm:justify-start">
          <Button size="small" disabledReason={whyNot} aria-label={`Rename ${name}`} onClick={() => onRename(saved)}>
            Rename
          </Button>
          <Button size="small" disabledReason={whyNot} aria-label={`Delete ${name}`} onClick={() => onDelete(saved)}>
            Delete
          </Button>
        </span>
      </Cell>
    </Row>
  );
}
