"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { tagsOf } from "@/features/drives/bulk/tags-of";
import { QueryError } from "@/features/navigation/page-error";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { toast } from "@/ui/toast";
import type { HostDetail } from "../host-detail";

interface DescribeDialogProps {
  readonly host: Pick<HostDetail, "id" | "hostname" | "rack" | "role" | "tags">;
  readonly onClose: () => void;
}

/** Where one host stands, what it is for, and its tags as one line. */
export function DescribeDialog({ host, onClose }: DescribeDialogProps) {
  const [rack, setRack] = useState(host.rack ?? "");
  const [role, setRole] = useState(host.role ?? "");
  const [tags, setTags] = useState(host.tags.join(", "));
  const { host: hosts, group } = useTRPC();
  const queryClient = useQueryClient();
  const save = useMutation(
    hosts.describe.mutationOptions({
      onSuccess: async () => {
        toast.success(`${host.hostname}: saved`);
        onClose();
        await Promise.all(
          [hosts.pathKey(), group.pathKey()].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
        );
      },
    }),
  );
  const submit = () => save.mutate({ hostId: host.id, rack, role, tags: tagsOf(tags) });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Rack, role and tags of ${host.hostname}`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={save.isPending} onClick={submit}>
            Save
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <Field label="Rack" hint="Where it stands.">
          <Input value={rack} maxLength={100} onChange={(event) => setRack(event.target.value)} />
        </Field>
        <Field label="Role" hint="What it is for.">
          <Input value={role} maxLength={100} onChange={(event) => setRole(event.target.value)} />
        </Field>
        <Field label="Tags" hint="Separated by commas, at most 20. Groups can go by all of these.">
          <Input value={tags} maxLength={1000} onChange={(event) => setTags(event.target.value)} />
        </Field>
        {save.error ? <QueryError error={save.error} retry={submit} /> : null}
      </div>
    </Dialog>
  );
}
