"use client";

import { useState } from "react";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { BulkDialog } from "./bulk-dialog";
import { tagsOf } from "./tags-of";
import type { BulkInput } from "./use-bulk-preview";

interface TagDialogProps {
  readonly selection: BulkInput["selection"];
  readonly onClose: () => void;
}

/** Adds tags and takes some away; each drive keeps its others. */
export function TagDialog({ selection, onClose }: TagDialogProps) {
  const [added, setAdded] = useState("");
  const [removed, setRemoved] = useState("");
  const add = tagsOf(added);
  const remove = tagsOf(removed);
  const both = add.filter((tag) => remove.includes(tag));
  const isComplete = add.length + remove.length > 0 && both.length === 0;
  return (
    <BulkDialog
      title="Tag drives"
      verb="Tag"
      description="Words to find drives by, and to make groups of. Drives keep their other tags."
      selection={selection}
      request={isComplete ? { kind: "tag", add, remove } : undefined}
      onClose={onClose}
    >
      <Field label="Add" hint="One or more, separated by commas">
        <Input value={added} maxLength={400} onChange={(event) => setAdded(event.target.value)} />
      </Field>
      <Field label="Remove" error={both.length > 0 ? `Added and removed: ${both.join(", ")}` : undefined}>
        <Input value={removed} maxLength={400} onChange={(event) => setRemoved(event.target.value)} />
      </Field>
    </BulkDialog>
  );
}
