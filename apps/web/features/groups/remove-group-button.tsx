"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { refusalOf } from "@/api/refusal";
import { useWhyNot } from "@/features/access/actor";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { toast } from "@/ui/toast";

export function RemoveGroupButton({ group: { id, name } }: { group: { readonly id: string; readonly name: string } }) {
  const [open, setOpen] = useState(false);
  const router = useRouter();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const remove = useMutation(
    trpc.group.remove.mutationOptions({
      onSuccess: () => {
        toast.success(`Deleted: ${name}`);
        void queryClient.invalidateQueries(trpc.group.list.queryFilter());
        router.push("/groups");
      },
    }),
  );
  const refusal = remove.error ? refusalOf(remove.error) : undefined;
  return (
    <>
      <Button variant="danger" disabledReason={useWhyNot("fleet.organize")} onClick={() => setOpen(true)}>
        <Trash2 aria-hidden /> Delete group
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={`Delete ${name}?`}
        description="Its hosts and drives are kept."
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Keep group</Button>
            <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate({ groupId: id })}>
              Delete {name}
            </Button>
          </>
        }
      >
        {refusal ? (
          <Banner tone="failed" title={refusal.message}>
            {refusal.remedy}
          </Banner>
        ) : (
          <p>Thresholds and filters that go by this group find nothing any more.</p>
        )}
      </Dialog>
    </>
  );
}
