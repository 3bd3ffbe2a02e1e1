"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { Segmented } from "@/ui/segmented";
import { toast } from "@/ui/toast";
import { comparisonsText, lostTexts } from "./lost-text";
import { RemovalDialog } from "./removal-dialog";

export interface RemovedDrive {
  readonly id: string;
  readonly serial: string;
  /** Where it is now. */
  readonly place: { readonly hostname: string } | undefined;
}

const choices = [
  { value: "keep", label: "Keep benchmark runs" },
  { value: "delete", label: "Delete benchmark runs" },
] as const;

/** Says what goes with the drive, and asks for its serial. */
export function RemoveDriveDialog({ drive, onClose }: { drive: RemovedDrive; onClose: () => void }) {
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
