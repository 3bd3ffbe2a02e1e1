"use client";

import { useQueryClient } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { refusalOf } from "@/api/refusal";
import { useWhyNot } from "@/features/access/actor";
import { launchAgainAddress } from "@/features/plans/launch-address";
import { Button } from "@/ui/button";
import { toast } from "@/ui/toast";

/** Opens the launch page with this run's target and its very plan; says why not where the target is gone. */
export function AgainButton({ runId }: { runId: string }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const whyNot = useWhyNot("benchmark.launch");
  const choose = async () => {
    setBusy(true);
    try {
      const { target } = await queryClient.fetchQuery(trpc.run.again.queryOptions({ runId }, { staleTime: 0 }));
      router.push(launchAgainAddress(runId, target));
    } catch (error) {
      const { message, remedy } = refusalOf(error);
      toast.error(message, { description: remedy });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button disabledReason={whyNot} busy={busy} onClick={() => void choose()}>
      <RotateCcw aria-hidden /> Run again
    </Button>
  );
}
