"use client";

import { formatCount } from "@crosspoint/domain";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { refusalOf } from "@/api/refusal";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { toast } from "@/ui/toast";
import { DrivePicker, type PickedDrive } from "./drive-picker";

interface MergeDialogProps {
  /** The record that stays. */
  readonly drive: PickedDrive;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

/** Another record of the same drive, whose history comes here: what comes, and what prevents it. */
export function MergeDialog({ drive, onClose, onChanged }: MergeDialogProps) {
  const [away, setAway] = useState<PickedDrive>();
  const [note, setNote] = useState("");
  const trpc = useTRPC();
  const pair = { awayId: away?.id ?? drive.id, intoId: drive.id };
  const preview = useQuery({ ...trpc.lifecycle.previewMerge.queryOptions(pair), enabled: away !== undefined });
  const merge = useMutation(
    trpc.lifecycle.merge.mutationOptions({
      onSuccess: () => {
        toast.success(`${away?.serial} is merged into ${drive.serial}`);
        onChanged();
        onClose();
      },
    }),
  );
  const refusal = merge.error ? refusalOf(merge.error) : preview.error ? refusalOf(preview.error) : undefined;
  const why =
    away === undefined
      ? "Choose the other record first."
      : preview.data === undefined
        ? "Checking…"
        : preview.data.blockers.length > 0
          ? "See above."
          : undefined;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Merge a record into ${drive.serial}`}
      description="For one drive that was reported under two names, for example before and after a firmware update."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={merge.isPending}
            disabledReason={why}
            onClick={() => merge.mutate({ ...pair, note })}
          >
            Merge {away?.serial ?? "records"}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <DrivePicker label="Record to merge" except={drive.id} picked={away} onPick={setAway} />
        {away !== undefined && preview.data ? <Preview preview={preview.data} /> : null}
        <Field label="Reason">
          <Input value={note} maxLength={1000} onChange={(event) => setNote(event.target.value)} />
        </Field>
        {refusal ? (
          <Banner tone="failed" title={refusal.message}>
            {refusal.remedy}
          </Banner>
        ) : null}
      </div>
    </Dialog>
  );
}

interface PreviewProps {
  readonly preview: {
    readonly counts: {
      readonly runs: number;
      readonly sightings: number;
      readonly conditions: number;
      readonly rows: number;
    };
    readonly blockers: readonly string[];
  };
}

function Preview({ preview: { counts, blockers } }: PreviewProps) {
  if (blockers.length > 0) {
    return blockers.map((blocker) => <Banner key={blocker} tone="failed" title={blocker} />);
  }
  return (
    <p>
      {counted(counts.rows, "row")} of history, {counted(counts.runs, "run")}, {counted(counts.sightings, "place")} and{" "}
      {counted(counts.conditions, "condition")} come to this drive. The other record is not listed any more. You can
      unmerge them: each has what it had then.
    </p>
  );
}

const counted = (count: number, what: string) => `${formatCount(count)} ${what}${count === 1 ? "" : "s"}`;
