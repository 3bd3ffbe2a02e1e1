"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Outputs, useTRPC } from "@/api/client";
import { refusalOf } from "@/api/refusal";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { toast } from "@/ui/toast";

/** Finds drives, or hosts, and adds them to a group by hand, one by one. */
export function AddMembersDialog({ group, onClose }: { group: Outputs["group"]["get"]; onClose: () => void }) {
  const [text, setText] = useState("");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const search = text.trim();
  const { data, isFetching } = useQuery({
    ...trpc.search.find.queryOptions({ text: search || "-" }),
    enabled: search !== "",
  });
  const add = useMutation(
    trpc.group.changeMembers.mutationOptions({
      onSuccess: ({ added }) => {
        toast.success(added === 0 ? "It belongs to the group already" : `Added to ${group.name}`);
        void queryClient.invalidateQueries({ queryKey: trpc.group.pathKey() });
      },
    }),
  );
  const found =
    group.kind === "hosts"
      ? (data?.hosts ?? []).map(({ id, hostname }) => ({ id, name: hostname }))
      : (data?.drives ?? []).map(({ id, serial, productName, model }) => ({
          id,
          name: `${productName ?? model} ${serial}`,
        }));
  const refusal = add.error ? refusalOf(add.error) : undefined;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Add ${group.kind} to ${group.name}`}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <div className="grid gap-3">
        <Field label="Search" hint={group.kind === "hosts" ? "Host name" : "Serial, model or host"}>
          <Input value={text} maxLength={100} onChange={(event) => setText(event.target.value)} />
        </Field>
        <ul aria-label="Found" className="grid gap-1">
          {found.map(({ id, name }) => (
            <li key={id}>
              <Button size="small" onClick={() => add.mutate({ groupId: group.id, add: [id] })}>
                Add {name}
              </Button>
            </li>
          ))}
        </ul>
        {search !== "" && !isFetching && found.length === 0 ? <p className="text-muted">Nothing found.</p> : null}
        {refusal ? (
          <Banner tone="failed" title={refusal.message}>
            {refusal.remedy}
          </Banner>
        ) : null}
      </div>
    </Dialog>
  );
}
