"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { refusalOf } from "@/api/refusal";
import { useWhyNot } from "@/features/access/actor";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { ExactTime } from "@/ui/time";
import { toast } from "@/ui/toast";
import type { Lifecycle } from "./lifecycle";

type Merge = Lifecycle["merges"][number];

/** Records that were merged into the drive, and how far that is. */
export function Merges({ merges, onChanged }: { merges: readonly Merge[]; onChanged: () => void }) {
  if (merges.length === 0) return null;
  return (
    <ul aria-label="Merged records" className="mt-3 grid gap-2 border-t pt-3">
      {merges.map((merge) => (
        <MergedRecord key={merge.id} merge={merge} onChanged={onChanged} />
      ))}
    </ul>
  );
}

function progressOf({ state, rowsMoved, rowsTotal }: Merge): string {
  if (state === "unmerging") return "Unmerging: its history is being taken out";
  if (state === "merged") return "Merged";
  const percent = rowsTotal === 0 ? 100 : Math.min(Math.floor((100 * rowsMoved) / rowsTotal), 99);
  return `Merging: ${percent} % of its history is here`;
}

function whyNotYet({ state, later }: Merge): string | undefined {
  if (state === "unmerging") return "It is being unmerged.";
  return later && `${later.serial} was merged later. Unmerge it first.`;
}

function MergedRecord({ merge, onChanged }: { merge: Merge; onChanged: () => void }) {
  const [open, setOpen] = useState(false);
  const whyNot = useWhyNot("drive.merge");
  const unmerge = useMutation(
    useTRPC().lifecycle.unmerge.mutationOptions({
      onSuccess: () => {
        toast.success(`${merge.drive.serial} is a record of its own again`);
        setOpen(false);
        onChanged();
      },
    }),
  );
  const refusal = unmerge.error ? refusalOf(unmerge.error) : undefined;
  const { model, serial } = merge.drive;
  return (
    <li className="flex flex-wrap items-center gap-2">
      <span className="min-w-0 flex-1 break-words">
        {model} <span className="font-mono">{serial}</span>
        <span className="block text-muted">
          {progressOf(merge)}, <ExactTime time={merge.requestedAt} /> by {merge.requestedBy}
          {merge.note ? `: ${merge.note}` : ""}
        </span>
      </span>
      <Button
        size="small"
        disabledReason={whyNot ?? whyNotYet(merge)}
        aria-label={`Unmerge ${serial}`}
        onClick={() => setOpen(true)}
      >
        Unmerge…
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={`Unmerge ${serial}?`}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Keep merged</Button>
            <Button variant="danger" busy={unmerge.isPending} onClick={() => unmerge.mutate({ mergeId: merge.id })}>
              Unmerge {serial}
            </Button>
          </>
        }
      >
        <p>Each record has again what it had before. What came since stays with this drive.</p>
        {refusal ? (
          <Banner tone="failed" title={refusal.message}>
            {refusal.remedy}
          </Banner>
        ) : null}
      </Dialog>
    </li>
  );
}
