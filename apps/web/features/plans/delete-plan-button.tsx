"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { refusalOf } from "@/api/refusal";
import { useWhyNot } from "@/features/access/actor";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { toast } from "@/ui/toast";

interface DeletePlanButtonProps {
  readonly plan: {
    readonly id: string;
    readonly name: string;
    readonly versions: number;
    readonly schedules: readonly { readonly name: string }[];
  };
  readonly onDeleted: () => void;
  /** In a row of a list. */
  readonly isIcon?: boolean;
}

/** Deletes a saved plan with its versions, or names the schedules that need it. */
export function DeletePlanButton({ plan, onDeleted, isIcon }: DeletePlanButtonProps) {
  const [open, setOpen] = useState(false);
  const whyNot = useWhyNot("benchmark.launch");
  const remove = useDelete(plan, () => {
    setOpen(false);
    onDeleted();
  });
  const refusal = remove.error ? refusalOf(remove.error) : undefined;
  const { schedules, name, versions } = plan;
  return (
    <>
      <Button
        variant={isIcon ? "ghost" : "danger"}
        size={isIcon ? "icon-small" : "normal"}
        aria-label={isIcon ? `Delete ${name}` : undefined}
        disabledReason={whyNot}
        onClick={() => setOpen(true)}
      >
        <Trash2 aria-hidden /> {isIcon ? null : "Delete"}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={`Delete ${name}`}
        description={`${versions === 1 ? "Its one version goes" : `Its ${versions} versions go`}. Runs keep the plan that they ran.`}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button
              variant="danger"
              busy={remove.isPending}
              disabledReason={schedules.length > 0 ? "Delete the schedules that need it first." : undefined}
              onClick={() => remove.mutate({ savedPlanId: plan.id })}
            >
              Delete {name}
            </Button>
          </>
        }
      >
        {refusal ? (
          <Banner tone="failed" title={refusal.message}>
            {refusal.remedy}
          </Banner>
        ) : schedules.length > 0 ? (
          <Banner tone="watch" title={`Needed by ${schedules.length === 1 ? "a schedule" : "schedules"}`}>
            {schedules.map((each) => each.name).join(", ")}. Delete {schedules.length === 1 ? "it" : "them"} first.
          </Banner>
        ) : (
          <p>This can&apos;t be undone. Export it first if you may need it again.</p>
        )}
      </Dialog>
    </>
  );
}

function useDelete({ name }: DeletePlanButtonProps["plan"], onDone: () => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useMutation(
    trpc.plan.delete.mutationOptions({
      onSuccess: async () => {
        toast.success(`Deleted ${name}`);
        onDone();
        await queryClient.invalidateQueries(trpc.plan.saved.pathFilter());
      },
    }),
  );
}
