"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { refusalOf } from "@/api/refusal";
import { useWhyNot } from "@/features/access/actor";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { toast } from "@/ui/toast";

export function EndWindowButton({ window: { id, name } }: { window: { readonly id: string; readonly name: string } }) {
  const [open, setOpen] = useState(false);
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const end = useMutation(
    trpc.maintenance.end.mutationOptions({
      onSuccess: () => {
        toast.success(`Ended: ${name}`);
        void queryClient.invalidateQueries(trpc.maintenance.list.queryFilter());
        setOpen(false);
      },
    }),
  );
  const refusal = end.error ? refusalOf(end.error) : undefined;
  return (
    <>
      <Button
        size="small"
        disabledReason={useWhyNot("maintenance.manage")}
        aria-label={`End ${name}`}
        onClick={() => setOpen(true)}
      >
        End…
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={`End ${name}?`}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Keep window</Button>
            <Button variant="danger" busy={end.isPending} onClick={() => end.mutate({ windowId: id })}>
              End window
            </Button>
          </>
        }
      >
        {refusal ? (
          <Banner tone="failed" title={refusal.message}>
            {refusal.remedy}
          </Banner>
        ) : (
          <p>It is over at once, and does not open again.</p>
        )}
      </Dialog>
    </>
  );
}
