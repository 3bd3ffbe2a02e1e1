"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CircleStop } from "lucide-react";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { refusalOf } from "@/api/refusal";
import { useWhyNot } from "@/features/access/actor";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { toast } from "@/ui/toast";
import type { Run } from "./run-detail";

/** Asks the agent to stop; says what is kept. */
export function CancelButton({ run }: { run: Run }) {
  const [open, setOpen] = useState(false);
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const whyNot = useWhyNot("benchmark.cancel");
  const asked = run.cancelRequestedAt !== undefined && run.hostId !== undefined;
  const cancel = useMutation(
    trpc.run.cancel.mutationOptions({
      onSuccess: ({ kind }) => {
        setOpen(false);
        toast.success(
          kind === "withdrawn" ? "Cancelled before the agent started it" : "Sent to the agent; the run stops shortly",
        );
        void queryClient.invalidateQueries({ queryKey: trpc.run.get.queryKey({ runId: run.id }) });
      },
    }),
  );
  const refusal = cancel.error ? refusalOf(cancel.error) : undefined;
  return (
    <>
      <Button
        variant="danger"
        disabledReason={whyNot ?? (asked ? "Already cancelling." : undefined)}
        onClick={() => setOpen(true)}
      >
        <CircleStop aria-hidden /> Cancel run
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Cancel this run?"
        description="Finished points are kept. The running point ends now; its results up to now are kept and marked as interrupted."
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Keep running</Button>
            <Button variant="danger" busy={cancel.isPending} onClick={() => cancel.mutate({ runId: run.id })}>
              Cancel run
            </Button>
          </>
        }
      >
        <p>
          {run.planName} on {run.targetLabel}, host {run.hostname}.
        </p>
        {refusal ? (
          <div className="mt-3">
            <Banner tone="failed" title={refusal.message}>
              {refusal.remedy}
            </Banner>
          </div>
        ) : null}
      </Dialog>
    </>
  );
}
