"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { refusalOf } from "@/api/refusal";
import { NoteField, whyNoNote } from "@/features/health/note-field";
import { useHealthChanged } from "@/features/health/use-health-changed";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { toast } from "@/ui/toast";
import { type Notice, noticeOf, textsOf, whyIncomplete } from "./notice";
import { NoticeFields } from "./notice-fields";
import { NoticeMatches } from "./notice-matches";

interface NoticeDialogProps {
  /** Left out: a new one. */
  readonly notice?: Notice;
  readonly onClose: () => void;
}

/** A notice with its source; which drives it is about is shown before it is saved. */
export function NoticeDialog({ notice, onClose }: NoticeDialogProps) {
  const [texts, setTexts] = useState(() => textsOf(notice));
  const [why, setWhy] = useState("");
  const onChanged = useHealthChanged();
  const save = useMutation(
    useTRPC().health.saveFirmwareAdvice.mutationOptions({
      onSuccess: async () => {
        toast.success(notice ? "Notice saved" : "Notice added");
        onClose();
        await onChanged();
      },
    }),
  );
  const asked = noticeOf(texts);
  const refusal = save.error && !refusalOf(save.error).fields?.length ? refusalOf(save.error) : undefined;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={notice ? "Edit notice" : "Add notice"}
      description={notice?.fromCatalog ? "It no longer follows the catalog once it is saved." : undefined}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={save.isPending}
            disabledReason={whyIncomplete(texts) ?? whyNoNote(why)}
            onClick={() => save.mutate({ ...asked, why, ...(notice ? { id: notice.id } : {}) })}
          >
            {notice ? "Save notice" : "Add notice"}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <NoticeFields texts={texts} onChange={setTexts} errorOf={(field) => errorOf(save.error, field)} />
        <NoticeMatches models={asked.models} bad={asked.bad} />
        <NoteField label="Why" hint="Shown in the audit." value={why} onChange={setWhy} />
        {refusal ? (
          <Banner tone="failed" title={refusal.message}>
            {refusal.remedy}
          </Banner>
        ) : null}
      </div>
    </Dialog>
  );
}

/** Of a field, or of one of several in it. */
function errorOf(error: unknown, field: string): string | undefined {
  return refusalOf(error).fields?.find(({ path }) => path === field || path.startsWith(`${field}.`))?.message;
}
