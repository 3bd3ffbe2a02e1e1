"use client";

import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { refusalOf } from "@/api/refusal";
import { useWhyNot } from "@/features/access/actor";
import { Button } from "@/ui/button";
import { toast } from "@/ui/toast";
import type { Condition } from "./condition";
import { useHealthChanged } from "./use-health-changed";

interface WithdrawButtonProps {
  readonly drive: { readonly id: string; readonly serial: string };
  readonly condition: Pick<Condition, "rule" | "title">;
}

/** Lets a condition count again that somebody acknowledged. */
export function WithdrawButton({ drive, condition: { rule, title } }: WithdrawButtonProps) {
  const whyNot = useWhyNot("health.acknowledge");
  const onChanged = useHealthChanged();
  const withdraw = useMutation(
    useTRPC().health.withdrawAcknowledgement.mutationOptions({
      onSuccess: async () => {
        toast.success(`${title} of ${drive.serial} counts again.`);
        await onChanged();
      },
      onError: (error) => toast.error(refusalOf(error).message),
    }),
  );
  return (
    <Button
      size="small"
      busy={withdraw.isPending}
      disabledReason={whyNot}
      onClick={() => withdraw.mutate({ driveId: drive.id, rule })}
    >
      Withdraw acknowledgement
    </Button>
  );
}
