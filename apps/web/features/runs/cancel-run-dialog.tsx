"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { refusalOf } from "@/api/refusal";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { toast } from "@/ui/toast";

interface CancelRunDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly run: {
    readonly runId: string;
    readonly planName: string;
    readonly targetLabel: string;
    readonly hostname: string;
    /** It is in the queue still: nothing of it was measured. */
    readonly waits: boolean;
  };
}

/** Asks before a run is cancelled; says what is kept. */
export function CancelRunDialog({ open, onOpenChange, run }: CancelRunDialogProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const cancel = useMutation(
    trpc.run.cancel.mutationOptions({
      onSuccess: ({ kind }) => {
        onOpenChange(false);
        toast.success(
          kind === "withdrawn" ? "Cancelled before the agent started it" : "Sent to the agent; the run stops shortly",
        );
        void queryClient.invalidateQueries({ queryKey: trpc.run.get.queryKey({ runId: run.runId }) });
        void queryClient.invalidateQueries(trpc.run.queue.pathFilter());
      },
    }),
  );
  const refusal = cancel.error ? refusalOf(cancel.error) : undefined;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Cancel this run?"
      description={
        run.waits
          ? "The run leaves the queue. Nothing of it was measured."
          : "Finished points are kept. The running point ends now; its results up to now are kept and marked as interrupted."
      }
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{run.waits ? "Keep in the queue" : "Keep running"}</Button>
          <Button variant="danger" busy={cancel.isPending} onClick={() => cancel.mutate({ runId: run.runId })}>
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
  );
}
