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
import { cancelledWords } from "./cancelled-words";

interface CancelBatchButtonProps {
  readonly batchId: string;
  readonly name: string;
  /** Runs that are not over. */
  readonly open: number;
}

/** Stops every run of a batch that is not over, once a person confirmed it. */
export function CancelBatchButton({ batchId, name, open: runs }: CancelBatchButtonProps) {
  const [open, setOpen] = useState(false);
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const whyNot = useWhyNot("benchmark.cancel");
  const cancel = useMutation(
    trpc.batch.cancel.mutationOptions({
      onSuccess: (cancelled) => {
        setOpen(false);
        toast.success(cancelledWords(cancelled));
        void queryClient.invalidateQueries(trpc.batch.get.queryFilter({ batchId }));
      },
    }),
  );
  const refusal = cancel.error ? refusalOf(cancel.error) : undefined;
  const which = runs === 1 ? "1 run" : `${runs} runs`;
  return (
    <>
      <Button variant="danger" disabledReason={whyNot} onClick={() => setOpen(true)}>
        <CircleStop aria-hidden /> Cancel batch
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Cancel this batch?"
        description="Finished points are kept. Running points end now; their results up to now are kept and marked as interrupted."
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Keep running</Button>
            <Button variant="danger" busy={cancel.isPending} onClick={() => cancel.mutate({ batchId })}>
              Cancel {which}
            </Button>
          </>
        }
      >
        <p>
          {name}: {which} under way or queued.
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
