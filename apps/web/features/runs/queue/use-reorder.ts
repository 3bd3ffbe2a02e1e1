"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { refusalOf } from "@/api/refusal";
import { toast } from "@/ui/toast";
import type { Queue } from "./queue";

export interface Reorder {
  /** Gives the run at a place, counted from one, another one. */
  readonly move: (from: number, to: number) => void;
  readonly isPending: boolean;
  /** What was done last, for whoever does not see it. */
  readonly said: string;
}

/** Moves runs of one host's queue. The server decides; the list follows its answer. */
export function useReorder(queued: Queue["queued"]): Reorder {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [said, say] = useState("");
  const refresh = () => queryClient.invalidateQueries(trpc.run.queue.pathFilter());
  const { mutate, isPending } = useMutation(
    trpc.run.reorder.mutationOptions({
      onSuccess: refresh,
      onError: (error) => {
        const { message, remedy } = refusalOf(error);
        toast.error(message, remedy === undefined ? undefined : { description: remedy });
        void refresh();
      },
    }),
  );
  const move = (from: number, to: number) => {
    const run = queued[from - 1];
    if (run === undefined || isPending) return;
    const others = queued.toSpliced(from - 1, 1);
    const before = others[to - 1];
    mutate(
      { runId: run.runId, ...(before === undefined ? {} : { beforeRunId: before.runId }) },
      { onSuccess: () => say(`${run.planName} on ${run.targetLabel} is now at place ${to} of ${queued.length}.`) },
    );
  };
  return { move, isPending, said };
}
