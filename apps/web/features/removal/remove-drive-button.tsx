"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { useWhyNot } from "@/features/access/actor";
import { Button } from "@/ui/button";
import { Segmented } from "@/ui/segmented";
import { toast } from "@/ui/toast";
import { comparisonsText, lostTexts } from "./lost-text";
import { RemovalDialog } from "./removal-dialog";

interface RemovedDrive {
  readonly id: string;
  readonly serial: string;
  /** Where it is now. */
  readonly place: { readonly hostname: string } | undefined;
}

/** Only of a drive that is in no host: its host would report it again. */
export function RemoveDriveButton({ drive }: { drive: RemovedDrive }) {
  const [open, setOpen] = useState(false);
  const forbidden = useWhyNot("drive.remove");
  if (drive.place !== undefined) return null;
  return (
    <>
      <Button variant="danger" disabledReason={forbidden} onClick={() => setOpen(true)}>
        <Trash2 aria-hidden /> Remove drive
      </Button>
      {open ? <RemoveDriveDialog drive={drive} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

const choices = [
  { value: "keep", label: "Keep benchmark runs" },
  { value: "delete", label: "Delete benchmark runs" },
] as const;

function RemoveDriveDialog({ drive, onClose }: { drive: RemovedDrive; onClose: () => void }) {
  const [runs, setRuns] = useState<"keep" | "delete">("keep");
  const [typed, setTyped] = useState("");
  const { data: lost, error } = useQuery(useTRPC().removal.previewDrive.queryOptions({ driveId: drive.id }));
  const remove = useRemoveDrive(drive);
  const deletes = runs === "delete";
  return (
    <RemovalDialog
      verb={`Remove ${drive.serial}`}
      onClose={onClose}
      deleted={
        lost && [
          "The drive, its findings and where it has been",
          ...lostTexts({ ...lost, drives: 0, runs: deletes ? lost.runs : 0 }),
        ]
      }
      kept={deletes ? "The audit." : "Benchmark runs under the drive's model and serial, the audit."}
      note={[lost ? comparisonsText(lost) : undefined, "If the drive is plugged in again, it appears as a new drive."]
        .filter(Boolean)
        .join(" ")}
      typedName={{ what: "serial", name: drive.serial, typed, onType: setTyped }}
      error={remove.error ?? error}
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ driveId: drive.id, runs, confirmedName: typed })}
    >
      <div className="justify-self-start">
        <Segmented label="Benchmark runs" value={runs} onValueChange={setRuns} options={choices} />
      </div>
    </RemovalDialog>
  );
}

function useRemoveDrive({ serial }: RemovedDrive) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation(
    trpc.removal.drive.mutationOptions({
      onSuccess: async () => {
        toast.success(`Removed ${serial}.`);
        router.push("/drives");
        await queryClient.invalidateQueries(trpc.removal.list.queryFilter());
        await queryClient.invalidateQueries(trpc.drive.list.pathFilter());
      },
    }),
  );
}
