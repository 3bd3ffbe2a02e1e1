"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTRPC } from "@/api/client";
import { toast } from "@/ui/toast";
import { chooseTargets } from "./chosen-targets";
import type { ConfirmedSerials } from "./destroyed";
import { batchOf } from "./many-preview";
import type { LaunchChoice } from "./use-launch-choice";

export interface Confirmation {
  /** As it was typed for the one target; nothing where nothing is destroyed. */
  readonly typed: string;
  /** Drive by drive. */
  readonly serials: ConfirmedSerials;
}

/** Launches or schedules what is chosen, and shows what came of it. */
export function useLaunch(choice: LaunchChoice) {
  const one = useLaunchOne(choice);
  const many = useLaunchMany(choice);
  const schedule = useSchedule(choice);
  const used = choice.rhythm !== undefined ? schedule : choice.many ? many : one;
  return { start: used.start, isPending: used.isPending, error: used.error };
}

function useLaunchOne({ target, plan, settings, start: when, parallelOnHost }: LaunchChoice) {
  const router = useRouter();
  const { mutate, isPending, error } = useMutation(
    useTRPC().run.launch.mutationOptions({
      onSuccess: ({ runId, state, reason }) => {
        if (state === "declined") toast.error(reason ?? "Declined");
        else
          toast.success(
            state === "queued" ? "Queued; starts when its turn comes" : "Sent; starts when the agent next checks in",
          );
        router.push(`/benchmarks/${runId}`);
      },
    }),
  );
  const start = ({ typed }: Confirmation) => {
    if (target === undefined || plan === undefined) return;
    const confirmed = typed === "" ? {} : { confirmedSerial: typed };
    mutate({ target, plan, settings, queue: when === "queue", parallelOnHost, ...confirmed });
  };
  return { start, isPending, error };
}

function useLaunchMany(choice: LaunchChoice) {
  const router = useRouter();
  const { mutate, isPending, error } = useMutation(
    useTRPC().batch.launch.mutationOptions({
      onSuccess: ({ batchId, runIds, started }) => {
        const waiting = runIds.length - started;
        toast.success(waiting === 0 ? `${started} runs sent` : `${started} runs sent, ${waiting} queued`);
        router.push(`/benchmarks/batches/${batchId}`);
        chooseTargets([]);
      },
    }),
  );
  const start = ({ serials: confirmedSerials }: Confirmation) => {
    const batch = batchOf(choice);
    if (batch !== undefined) mutate({ ...batch, name: choice.name, confirmedSerials });
  };
  return { start, isPending, error };
}

function useSchedule(choice: LaunchChoice) {
  const router = useRouter();
  const { mutate, isPending, error } = useMutation(
    useTRPC().schedule.create.mutationOptions({
      onSuccess: () => {
        toast.success("Scheduled");
        router.push("/benchmarks/schedules");
        chooseTargets([]);
      },
    }),
  );
  const start = ({ serials: confirmedSerials }: Confirmation) => {
    const batch = batchOf(choice);
    if (batch === undefined || choice.rhythm?.kind !== "valid") return;
    mutate({ ...batch, name: choice.name, rhythm: choice.rhythm.rhythm, confirmedSerials });
  };
  return { start, isPending, error };
}
