"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { useWhyNot } from "@/features/access/actor";
import { QueryError } from "@/features/navigation/page-error";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { toast } from "@/ui/toast";
import type { HostDetail } from "../host-detail";

/** Locks the host out, after saying what that means. */
export function RevokeKeyButton({ host }: { host: HostDetail }) {
  const [open, setOpen] = useState(false);
  const whyNot = useWhyNot("host.remove");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const revoke = useMutation(
    trpc.host.revokeKey.mutationOptions({
      onSuccess: async () => {
        setOpen(false);
        toast.success(`The key of ${host.hostname} is revoked.`);
        await queryClient.invalidateQueries({ queryKey: trpc.host.pathKey() });
      },
    }),
  );
  if (host.keyRevokedAt) return null;
  return (
    <>
      <Button variant="danger" disabledReason={whyNot} onClick={() => setOpen(true)}>
        <KeyRound aria-hidden /> Revoke key
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={`Revoke the key of ${host.hostname}?`}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button variant="danger" busy={revoke.isPending} onClick={() => revoke.mutate({ hostId: host.id })}>
              Revoke the key of {host.hostname}
            </Button>
          </>
        }
      >
        <div className="grid gap-3">
          {revoke.error ? <QueryError error={revoke.error} retry={() => revoke.reset()} /> : null}
          <p>
            The agent is locked out immediately: no more samples, and a running benchmark cannot deliver its results.
            Its drives belong to no host, and are missing, until another one reports them. What it reported so far is
            kept. The same installation can be enrolled again with a new token.
          </p>
          <p className="text-muted">Every admin and operator sees this in the audit.</p>
        </div>
      </Dialog>
    </>
  );
}
