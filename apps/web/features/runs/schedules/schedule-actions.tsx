"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Pause, Play, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { refusalOf } from "@/api/refusal";
import { useWhyNot } from "@/features/access/actor";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { toast } from "@/ui/toast";
import type { Schedule } from "./schedule";

/** Lets a schedule rest or go on at once, and deletes it after a question. */
export function ScheduleActions({ schedule: { id, name, state } }: { schedule: Schedule }) {
  const [open, setOpen] = useState(false);
  const whyNot = useWhyNot("benchmark.launch");
  const { change, isPending, error } = useChange(id, name, () => setOpen(false));
  const refusal = open && error ? refusalOf(error) : undefined;
  return (
    <span className="inline-flex gap-1">
      {state === "ended" ? null : (
        <Button
          size="small"
          busy={isPending}
          disabledReason={whyNot}
          aria-label={`${state === "paused" ? "Resume" : "Pause"} ${name}`}
          onClick={() => change(state === "paused" ? "resume" : "pause")}
        >
          {state === "paused" ? <Play aria-hidden /> : <Pause aria-hidden />}
          {state === "paused" ? "Resume" : "Pause"}
        </Button>
      )}
      <Button size="small" disabledReason={whyNot} aria-label={`Delete ${name}`} onClick={() => setOpen(true)}>
        <Trash2 aria-hidden /> Delete
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Delete this schedule?"
        description="Batches and runs that it launched are kept."
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Keep schedule</Button>
            <Button variant="danger" busy={isPending} onClick={() => change("delete")}>
              Delete schedule
            </Button>
          </>
        }
      >
        <p className="wrap-anywhere text-left">{name}</p>
        {refusal ? (
          <div className="mt-3">
            <Banner tone="failed" title={refusal.message}>
              {refusal.remedy}
            </Banner>
          </div>
        ) : null}
      </Dialog>
    </span>
  );
}

const done = { pause: "Paused", resume: "Resumed", delete: "Deleted" } as const;

function useChange(scheduleId: string, name: string, onDeleted: () => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useMutation(
    trpc.schedule.change.mutationOptions({
      onSuccess: (_, { change }) => {
        toast.success(`${done[change]}: ${name}`);
        void queryClient.invalidateQueries(trpc.schedule.list.queryFilter());
        if (change === "delete") onDeleted();
      },
      onError: (failure, { change }) => {
        // The dialog shows its own.
        if (change === "delete") return;
        const { message, remedy } = refusalOf(failure);
        toast.error(message, { description: remedy });
      },
    }),
  );
  return { change: (change: keyof typeof done) => mutate({ scheduleId, change }), isPending, error };
}
