"use client";

import { useMutation } from "@tanstack/react-query";
import { SkipForward } from "lucide-react";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { refusalOf } from "@/api/refusal";
import { useWhyNot } from "@/features/access/actor";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { toast } from "@/ui/toast";

interface SkipPointButtonProps {
  readonly runId: string;
  readonly sequence: number;
  readonly name: string;
}

/** Asks the agent to leave out the point that it measures now, and to go on with the next. */
export function SkipPointButton({ runId, sequence, name }: SkipPointButtonProps) {
  const [open, setOpen] = useState(false);
  const whyNot = useWhyNot("benchmark.cancel");
  const skip = useMutation(
    useTRPC().run.cancelPoint.mutationOptions({
      onSuccess: () => {
        setOpen(false);
        toast.success(`Sent to the agent; point ${sequence + 1} is skipped shortly`);
      },
    }),
  );
  const asked = skip.isSuccess && skip.variables.sequence === sequence;
  const refusal = skip.error ? refusalOf(skip.error) : undefined;
  return (
    <>
      <Button
        size="small"
        disabledReason={whyNot ?? (asked ? "Already skipping." : undefined)}
        onClick={() => setOpen(true)}
      >
        <SkipForward aria-hidden /> Skip this point
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={`Skip point ${sequence + 1}?`}
        description="What was measured of it is dropped; the run goes on with the next point."
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Keep measuring</Button>
            <Button variant="danger" busy={skip.isPending} onClick={() => skip.mutate({ runId, sequence })}>
              Skip point {sequence + 1}
            </Button>
          </>
        }
      >
        <p>{name}</p>
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
