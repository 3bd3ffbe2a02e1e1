"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Outputs, useTRPC } from "@/api/client";
import { tagsOf } from "@/features/drives/bulk/tags-of";
import { QueryError } from "@/features/navigation/page-error";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { toast } from "@/ui/toast";
import { KeepField } from "./keep-field";

interface DescribeHostsDialogProps {
  readonly hostIds: readonly string[];
  readonly onClose: () => void;
}

/** Rack and role of many hosts, where they are to be the same; tags are added and taken away, each host keeps its others. */
export function DescribeHostsDialog({ hostIds, onClose }: DescribeHostsDialogProps) {
  const [rack, setRack] = useState<string>();
  const [role, setRole] = useState<string>();
  const [added, setAdded] = useState("");
  const [removed, setRemoved] = useState("");
  const save = useSave(onClose);
  const [addTags, removeTags] = [tagsOf(added), tagsOf(removed)];
  const both = addTags.filter((tag) => removeTags.includes(tag));
  const says = rack !== undefined || role !== undefined || addTags.length + removeTags.length > 0;
  const hosts = hostIds.length === 1 ? "1 host" : `${hostIds.length} hosts`;
  const why = both.length > 0 ? "The same tag is added and removed." : says ? undefined : "Choose what to change.";
  const asked = {
    ...{ hostIds: [...hostIds], addTags, removeTags },
    ...(rack === undefined ? {} : { rack }),
    ...(role === undefined ? {} : { role }),
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Rack, role and tags of ${hosts}`}
      description="Each host keeps what is left as it is."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={save.isPending} disabledReason={why} onClick={() => save.mutate(asked)}>
            Change {hosts}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <KeepField label="Rack" value={rack} onChange={setRack} />
        <KeepField label="Role" value={role} onChange={setRole} />
        <Field label="Add tags" hint="Separated by commas">
          <Input value={added} maxLength={400} onChange={(event) => setAdded(event.target.value)} />
        </Field>
        <Field label="Remove tags" error={both.length > 0 ? `Added and removed: ${both.join(", ")}` : undefined}>
          <Input value={removed} maxLength={400} onChange={(event) => setRemoved(event.target.value)} />
        </Field>
        {save.error ? <QueryError error={save.error} retry={() => save.mutate(asked)} /> : null}
        {save.data?.refused.length ? (
          <Banner tone="watch" title="Some hosts would have more than 20 tags">
            They were not changed: {save.data.refused.join(", ")}. {changedText(save.data)}
          </Banner>
        ) : null}
      </div>
    </Dialog>
  );
}

type Described = Outputs["host"]["describeMany"];

function changedText({ changed, unchanged }: Pick<Described, "changed" | "unchanged">): string {
  const hosts = changed === 1 ? "1 host changed" : `${changed} hosts changed`;
  return unchanged === 0 ? hosts : `${hosts}, ${unchanged} had it already`;
}

/** Stays open where a host was refused, to say which. */
function useSave(onClose: () => void) {
  const { host, group } = useTRPC();
  const queryClient = useQueryClient();
  return useMutation(
    host.describeMany.mutationOptions({
      onSuccess: async (described) => {
        if (described.refused.length === 0) {
          toast.success(changedText(described));
          onClose();
        }
        await Promise.all(
          [host.pathKey(), group.pathKey()].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
        );
      },
    }),
  );
}
