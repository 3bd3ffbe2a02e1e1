"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { refusalOf } from "@/api/refusal";
import { useWhyNot } from "@/features/access/actor";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { toast } from "@/ui/toast";
import { DestroyDialog } from "./destroy-dialog";
import type { Preflight } from "./preflight-panel";
import type { LaunchChoice } from "./use-launch-choice";

interface LaunchButtonProps {
  readonly choice: LaunchChoice;
  /** Of this choice; undefined while it is read. */
  readonly preflight: Preflight | undefined;
}

/** Launches what is chosen, or says why not; where data would be overwritten it asks for the serial first. */
export function LaunchButton({ choice, preflight }: LaunchButtonProps) {
  const [confirming, setConfirming] = useState(false);
  const launch = useLaunch(choice);
  const reason = useReason(choice, preflight);
  const refusal = launch.error ? refusalOf(launch.error) : undefined;
  const destroys = preflight?.destroys;
  const isBlocked = preflight?.blockers[0] !== undefined;
  return (
    <>
      {refusal ? (
        <Banner tone="failed" title={refusal.message}>
          {refusal.remedy}
        </Banner>
      ) : null}
      <Button
        variant={destroys ? "danger" : "primary"}
        className="w-full"
        busy={launch.isPending}
        disabledReason={reason}
        onClick={() => (destroys ? setConfirming(true) : launch.start())}
      >
        <span className="truncate">{launchWords(preflight)}</span>
      </Button>
      {reason !== undefined && choice.target !== undefined && !isBlocked ? (
        <p className="text-muted text-table">{reason}</p>
      ) : null}
      {preflight && destroys ? (
        <DestroyDialog
          open={confirming}
          onOpenChange={setConfirming}
          preflight={preflight}
          destroys={destroys}
          busy={launch.isPending}
          onConfirm={(serial) => {
            setConfirming(false);
            launch.start(serial);
          }}
        />
      ) : null}
    </>
  );
}

function useLaunch({ target, plan, settings, queue, parallelOnHost }: LaunchChoice) {
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
  const start = (confirmedSerial?: string) => {
    if (target === undefined || plan === undefined) return;
    const when = { queue, parallelOnHost };
    mutate({ target, plan, settings, ...when, ...(confirmedSerial === undefined ? {} : { confirmedSerial }) });
  };
  return { start, isPending, error };
}

/** Why it cannot be launched now. */
function useReason({ target, plan, mistake }: LaunchChoice, preflight: Preflight | undefined): string | undefined {
  const whyNot = useWhyNot("benchmark.launch");
  if (whyNot !== undefined) return whyNot;
  if (target === undefined) return "Choose a target first.";
  if (plan === undefined) return mistake;
  if (preflight === undefined) return "Checking…";
  return preflight.blockers[0]?.message;
}

function launchWords(preflight: Preflight | undefined): string {
  if (preflight === undefined) return "Launch benchmark";
  if (preflight.destroys) return `Write to ${preflight.destroys.serial}…`;
  return `Launch ${preflight.planName} on ${preflight.targetLabel.split(" ").at(-1)}`;
}
