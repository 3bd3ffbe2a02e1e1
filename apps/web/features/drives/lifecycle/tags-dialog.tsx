"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { refusalOf } from "@/api/refusal";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { toast } from "@/ui/toast";
import type { PickedDrive } from "./drive-picker";

interface TagsDialogProps {
  readonly drive: PickedDrive;
  readonly tags: readonly string[];
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

/** Tags as one line, separated by commas. */
export function TagsDialog({ drive, tags, onClose, onChanged }: TagsDialogProps) {
  const [text, setText] = useState(tags.join(", "));
  const typed = text.split(",").flatMap((tag) => tag.trim().toLowerCase() || []);
  const tag = useMutation(
    useTRPC().drive.tag.mutationOptions({
      onSuccess: ({ tagged }) => {
        if (tagged.length === 0) return;
        toast.success(`Tags of ${drive.serial} changed`);
        onChanged();
        onClose();
      },
    }),
  );
  const refusal = tag.error ? refusalOf(tag.error) : undefined;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Tags of ${drive.serial}`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={tag.isPending}
            onClick={() =>
              tag.mutate({
                driveIds: [drive.id],
                add: typed.filter((each) => !tags.includes(each)),
                remove: tags.filter((each) => !typed.includes(each)),
              })
            }
          >
            Save tags
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <Field label="Tags" hint="Separated by commas, at most 20. Groups can go by them.">
          <Input value={text} maxLength={1000} onChange={(event) => setText(event.target.value)} />
        </Field>
        {refusal ? (
          <Banner tone="failed" title={refusal.message}>
            {refusal.remedy}
          </Banner>
        ) : tag.data?.tagged.length === 0 ? (
          <Banner tone="failed" title="A drive has at most 20 tags." />
        ) : null}
      </div>
    </Dialog>
  );
}
