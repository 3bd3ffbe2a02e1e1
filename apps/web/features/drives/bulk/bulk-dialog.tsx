"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { useTRPC } from "@/api/client";
import { refusalOf } from "@/api/refusal";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { BulkPreview, drivesText } from "./bulk-preview";
import { countOf } from "./preview-groups";
import { type BulkInput, useBulkPreview } from "./use-bulk-preview";

interface BulkDialogProps {
  readonly title: string;
  /** The button's verb: "Limit power of". */
  readonly verb: string;
  /** What it does, and how long it lasts. */
  readonly description: string;
  readonly selection: BulkInput["selection"];
  /** What the fields ask for; undefined while they are not complete. */
  readonly request: BulkInput["request"] | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Fields, then a preview of each drive, then the request; what became of it is on a page of its own. */
export function BulkDialog({ title, verb, description, selection, request, onClose, children }: BulkDialogProps) {
  const [previewed, setPreviewed] = useState<string>();
  const isPreviewed = request !== undefined && previewed === JSON.stringify(request);
  const input = isPreviewed ? { selection, request } : undefined;
  const preview = useBulkPreview(input);
  const router = useRouter();
  const ask = useMutation(
    useTRPC().bulk.request.mutationOptions({
      onSuccess: ({ bulkActionId }) => router.push(`/drives/bulk/${bulkActionId}`),
      // What was previewed may be other drives by now.
      onError: () => setPreviewed(undefined),
    }),
  );
  const failure = ask.error ?? preview.error;
  const refusal = failure === null ? undefined : refusalOf(failure);
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={title}
      description={description}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          {input === undefined ? (
            <Button
              variant="primary"
              disabledReason={request === undefined ? "Fill in the fields above." : undefined}
              onClick={() => {
                ask.reset();
                setPreviewed(JSON.stringify(request));
              }}
            >
              Preview
            </Button>
          ) : (
            <Button
              variant="primary"
              busy={ask.isPending || ask.isSuccess}
              disabledReason={whyNot(preview)}
              onClick={() => ask.mutate({ ...input, shown: preview.data?.shown })}
            >
              {verb} {preview.isSuccess ? drivesText(countOf(preview.groups, true)) : "drives"}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        {children}
        {refusal === undefined ? null : (
          <Banner tone="failed" title={refusal.message}>
            {refusal.remedy}
          </Banner>
        )}
        {input === undefined ? null : <BulkPreview groups={preview.groups} complete={preview.isSuccess} />}
      </div>
    </Dialog>
  );
}

function whyNot({ isSuccess, isError, groups }: ReturnType<typeof useBulkPreview>): string | undefined {
  if (isError) return "The preview failed.";
  if (!isSuccess) return "Checking…";
  return countOf(groups, true) === 0 ? "No drive would change." : undefined;
}
