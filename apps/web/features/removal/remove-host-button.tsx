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

interface RemovedHost {
  readonly id: string;
  readonly hostname: string;
  readonly keyRevokedAt: Date | null;
}

/** Only of a host that is locked out: another one's agent would go on reporting to nobody. */
export function RemoveHostButton({ host }: { host: RemovedHost }) {
  const [open, setOpen] = useState(false);
  const forbidden = useWhyNot("host.remove");
  if (host.keyRevokedAt === null) return null;
  return (
    <>
      <Button variant="danger" disabledReason={forbidden} onClick={() => setOpen(true)}>
        <Trash2 aria-hidden /> Remove host
      </Button>
      {open ? <RemoveHostDialog host={host} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

const choices = [
  { value: "keep", label: "Keep history" },
  { value: "delete", label: "Delete history" },
] as const;

const stayMissing = "A drive that was in no other host stays missing until a host reports it or someone retires it.";

function RemoveHostDialog({ host, onClose }: { host: RemovedHost; onClose: () => void }) {
  const [history, setHistory] = useState<"keep" | "delete">("keep");
  const [typed, setTyped] = useState("");
  const { data: lost, error } = useQuery(useTRPC().removal.previewHost.queryOptions({ hostId: host.id }));
  const remove = useRemoveHost(host);
  const deletes = history === "delete";
  return (
    <RemovalDialog
      verb={`Remove ${host.hostname}`}
      onClose={onClose}
      deleted={
        lost && [
          "The host, its volumes and scratch files",
          "When which drives were in it, and where: their location history",
          ...lostTexts(deletes ? lost : { commands: lost.commands }),
        ]
      }
      kept={
        deletes
          ? "Drives that another host lists now, with their samples. The audit."
          : `Its drives with their samples, each with ${host.hostname} as its last host. Benchmark runs under the host's name. The audit.`
      }
      note={deletes ? lost && comparisonsText(lost) : stayMissing}
      typedName={deletes ? { what: "host name", name: host.hostname, typed, onType: setTyped } : undefined}
      error={remove.error ?? error}
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ hostId: host.id, history, ...(deletes ? { confirmedName: typed } : {}) })}
    >
      <div className="justify-self-start">
        <Segmented label="History" value={history} onValueChange={setHistory} options={choices} />
      </div>
    </RemovalDialog>
  );
}

function useRemoveHost({ hostname }: RemovedHost) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation(
    trpc.removal.host.mutationOptions({
      onSuccess: async () => {
        toast.success(`Removed ${hostname}.`);
        router.push("/hosts");
        await queryClient.invalidateQueries(trpc.removal.list.queryFilter());
        await queryClient.invalidateQueries(trpc.host.list.pathFilter());
      },
    }),
  );
}
