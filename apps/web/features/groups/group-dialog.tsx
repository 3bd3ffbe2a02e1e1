"use client";

import { formatCount } from "@crosspoint/domain";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { fieldError, refusalOf } from "@/api/refusal";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { Segmented } from "@/ui/segmented";
import { toast } from "@/ui/toast";
import { cleaned, firstTerm, type GroupEntry, type GroupKind, type Rule } from "./group";
import { RuleFields } from "./rule-fields";

interface GroupDialogProps {
  /** Undefined: a new one. */
  readonly group?: Pick<GroupEntry, "id" | "name" | "description" | "kind" | "rule"> | undefined;
  readonly onClose: () => void;
}

/** A group's name and who belongs to it; what its rule would find is shown before it is saved. */
export function GroupDialog({ group, onClose }: GroupDialogProps) {
  const [name, setName] = useState(group?.name ?? "");
  const [description, setDescription] = useState(group?.description ?? "");
  const [kind, setKind] = useState<GroupKind>(group?.kind ?? "hosts");
  const [by, setBy] = useState<"rule" | "hand">(group?.rule === null ? "hand" : "rule");
  const [rule, setRule] = useState<Rule>(
    group?.rule ? (structuredClone(group.rule) as Rule) : { match: "all", terms: [firstTerm] },
  );
  const asked = cleaned(rule);
  const save = useSave(group?.id, onClose);
  const input = { name, description, rule: by === "hand" ? null : asked };
  const why =
    name.trim() === ""
      ? "Give it a name."
      : by === "rule" && asked.terms.length === 0
        ? "Say what the rule goes by."
        : undefined;
  const refusal = save.error && fieldError(save.error, "name") === undefined ? refusalOf(save.error) : undefined;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={group ? `Edit ${group.name}` : "New group"}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={save.isPending} disabledReason={why} onClick={() => save.run(kind, input)}>
            {group ? "Save group" : "Create group"}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <Field label="Name" error={save.error ? fieldError(save.error, "name") : undefined}>
          <Input value={name} maxLength={100} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field label="Description">
          <Input value={description} maxLength={1000} onChange={(event) => setDescription(event.target.value)} />
        </Field>
        {group ? null : (
          <Segmented
            label="Group of"
            value={kind}
            onValueChange={(next) => {
              setKind(next);
              setRule({ match: "all", terms: [firstTerm] });
            }}
            options={[
              { value: "hosts", label: "Hosts and their drives" },
              { value: "drives", label: "Drives" },
            ]}
          />
        )}
        <Segmented
          label="Members"
          value={by}
          onValueChange={setBy}
          options={[
            { value: "rule", label: "By a rule" },
            { value: "hand", label: "By hand" },
          ]}
        />
        {by === "rule" ? <RuleFields kind={kind} rule={rule} onChange={setRule} /> : null}
        {by === "rule" && asked.terms.length > 0 ? <Found kind={kind} rule={asked} /> : null}
        {refusal ? (
          <Banner tone="failed" title={refusal.message}>
            {refusal.remedy}
          </Banner>
        ) : null}
      </div>
    </Dialog>
  );
}

function Found({ kind, rule }: { kind: GroupKind; rule: Rule }) {
  const { data, error } = useQuery({ ...useTRPC().group.preview.queryOptions({ kind, rule }), retry: false });
  if (error) return <p className="text-danger text-xs">{refusalOf(error).message}</p>;
  const one = kind === "hosts" ? "host" : "drive";
  const more = data && data.total > data.named.length ? ", …" : "";
  return (
    <p role="status" className="wrap-anywhere text-muted text-table">
      {data === undefined
        ? "Checking…"
        : data.total === 0
          ? `Finds no ${one} now`
          : `Finds ${formatCount(data.total)} ${one}${data.total === 1 ? "" : "s"} now: ${data.named.join(", ")}${more}`}
    </p>
  );
}

function useSave(groupId: string | undefined, onClose: () => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const onSuccess = () => {
    toast.success(groupId === undefined ? "Group created" : "Group saved");
    void queryClient.invalidateQueries({ queryKey: trpc.group.pathKey() });
    onClose();
  };
  const create = useMutation(trpc.group.create.mutationOptions({ onSuccess }));
  const change = useMutation(trpc.group.change.mutationOptions({ onSuccess }));
  return {
    isPending: create.isPending || change.isPending,
    error: create.error ?? change.error,
    run: (kind: GroupKind, input: { name: string; description: string; rule: Rule | null }) => {
      if (groupId === undefined) create.mutate({ kind, ...input });
      else change.mutate({ groupId, ...input });
    },
  };
}
